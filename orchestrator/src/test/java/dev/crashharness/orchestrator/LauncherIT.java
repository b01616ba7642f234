package dev.crashharness.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.FakeCheckout.Ended;
import dev.crashharness.orchestrator.FakeCheckout.Gate;
import dev.crashharness.orchestrator.FakeCheckout.Started;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When the launcher builds, and what it starts: the real script with a fake java and a fake mvn. */
@Timeout(60)
class LauncherIT {
    private static final String BUILDING = "crash-harness: building (first run or sources changed) ...";
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    @TempDir
    private Path home;

    private FakeCheckout checkout;

    @BeforeEach
    void prepare() throws IOException {
        checkout = new FakeCheckout(home);
    }

    @Test
    void buildsOnTheFirstRunAndNotOnTheSecond() throws Exception {
        Ended first = checkout.run("doctor");
        Ended second = checkout.run("doctor");

        assertThat(first.exit()).isZero();
        assertThat(first.err()).containsExactly(BUILDING);
        assertThat(second.err()).isEmpty();
        assertThat(checkout.builds())
                .containsExactly(home.resolve("jdk-17.0.15") + ": -q -B -Dstyle.color=never -f " + checkout.root
                        + "/pom.xml -Dmaven.test.skip=true -Dstatic.analysis=-Xdiags:compact package");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pom.xml",
                "worker/pom.xml",
                "worker/src/main/java/Main.java",
                "worker/src/main/java",
                "publisher/src/main/resources/new.sql",
                "orchestrator/src/build/build.stamp",
            })
    void rebuildsWhenASourceIsNewer(String source) throws Exception {
        checkout.run();
        Path changed = checkout.root.resolve(source);
        if (Files.notExists(changed)) {
            checkout.write(source, "");
        }
        Files.setLastModifiedTime(changed, FileTime.from(Instant.now().plusSeconds(60)));

        assertThat(checkout.run().err()).containsExactly(BUILDING);
        assertThat(checkout.builds()).hasSize(2);
    }

    @Test
    void takesTheSecondOfTheBuildForNewer() throws Exception {
        checkout.run();
        Path stamp = checkout.root.resolve("orchestrator/target/build.stamp");
        Instant began = Instant.parse(Files.readString(stamp).strip());
        Path source = checkout.root.resolve("worker/src/main/java/Main.java");

        Files.setLastModifiedTime(source, FileTime.from(began.minusMillis(1)));
        assertThat(checkout.run().err()).isEmpty();
        Files.setLastModifiedTime(source, FileTime.from(began));
        assertThat(checkout.run().err()).containsExactly(BUILDING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "publisher/target/publisher.jar",
                "worker/target/worker.jar",
                "orchestrator/target/orchestrator.jar",
                "orchestrator/target/build.stamp",
            })
    void rebuildsWhenAProductOfTheBuildIsMissing(String product) throws Exception {
        checkout.run();
        Files.delete(checkout.root.resolve(product));

        assertThat(checkout.run().err()).containsExactly(BUILDING);
    }

    @Test
    void rebuildsWhenASourceWasDeleted() throws Exception {
        checkout.run();
        Files.delete(checkout.root.resolve("worker/src/main/java/Main.java"));

        assertThat(checkout.run().err()).containsExactly(BUILDING);
    }

    /** First builds and stands at the gate; second waits for first's lock; the gate opens; second finds fresh jars. */
    @Test
    void twoAtOnceBuildOnce() throws Exception {
        try (Gate gate = checkout.gate("gate")) {
            Started first = checkout.start(home, checkout.launcher());
            await().atMost(DEADLINE).until(() -> checkout.builds().size() == 1);
            Started second = checkout.start(home, checkout.launcher());
            await().atMost(DEADLINE).until(() -> Files.size(second.err()) > 0);
            gate.open();

            assertThat(first.end().exit()).isZero();
            Ended waited = second.end();
            assertThat(waited.exit()).isZero();
            assertThat(waited.err())
                    .containsExactly("crash-harness: waiting for a build that another process has started ...");
            assertThat(checkout.builds()).hasSize(1);
        }
    }

    @Test
    void aFailedBuildIsSaidAndNothingIsStarted() throws Exception {
        checkout.write("broken", "");

        refuses(
                checkout.run(),
                BUILDING,
                "crash-harness: the build failed, see Maven's errors above; correct them and start again");
    }

    @Test
    void neverBuildsWhenForbidden() throws Exception {
        checkout.set("CRASH_HARNESS_BUILD", "never");
        refuses(
                checkout.run(),
                "crash-harness: the jars in " + checkout.root + " are missing or older than the sources and"
                        + " CRASH_HARNESS_BUILD=never forbids a build; run mvn -DskipTests package there");
        assertThat(checkout.builds()).isEmpty();

        checkout.unset("CRASH_HARNESS_BUILD");
        checkout.run();
        checkout.set("CRASH_HARNESS_BUILD", "never");
        assertThat(checkout.run().exit()).isZero();
    }

    @Test
    void worksThroughASymlinkAndFromAnotherFolder() throws Exception {
        Path elsewhere = Files.createDirectories(home.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(elsewhere.resolve("ch"), checkout.launcher());
        Files.writeString(home.resolve("jdk-17.0.15/bin/java"), "#!/bin/bash\npwd\n");

        Ended ended = checkout.start(elsewhere, link).end();

        assertThat(ended.exit()).isZero();
        assertThat(ended.out()).containsExactly(elsewhere.toString());
    }

    @Test
    void passesArgumentsAndExitCodeThrough() throws Exception {
        checkout.set("FAKE_EXIT", "101");

        Ended ended = checkout.run("run", "--db", "my file.sqlite", "", "*");

        assertThat(ended.exit()).isEqualTo(101);
        List<String> arguments =
                ended.out().subList(ended.out().size() - 6, ended.out().size());
        assertThat(arguments)
                .containsExactly(
                        "[dev.crashharness.orchestrator.OrchestratorMain]",
                        "[run]",
                        "[--db]",
                        "[my file.sqlite]",
                        "[]",
                        "[*]");
        assertThat(ended.out()).contains("[-Dcrashharness.home=" + checkout.root + "]");
    }

    /** A JVM without a locale can use no path with a letter beyond ASCII. */
    @ParameterizedTest
    @CsvSource({"LC_ALL, C, C.UTF-8", "LANG, POSIX, C.UTF-8", "HOME, '', C.UTF-8", "LC_ALL, de_DE.UTF-8, de_DE.UTF-8"})
    void givesAJvmWithoutALocaleOneThatKnowsEveryLetter(String variable, String value, String found) throws Exception {
        Files.writeString(home.resolve("jdk-17.0.15/bin/java"), "#!/bin/bash\necho \"$LC_ALL\"\n");
        checkout.set(variable, value);

        assertThat(checkout.run().out()).containsExactly(found);
    }

    private static void refuses(Ended ended, String... sentences) {
        assertThat(ended.err()).containsExactly(sentences);
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
    }
}
