package dev.crashharness.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.FakeCheckout.Ended;
import dev.crashharness.orchestrator.FakeCheckout.Gate;
import dev.crashharness.orchestrator.FakeCheckout.Started;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a harness runs from is left as it is until the harness has ended.
 *
 * <pre>
 * harness ── runs from the build ────────────────── ends, or is killed
 *              a source is saved
 *              launcher ── refuses, exit 2                launcher ── builds
 * </pre>
 */
@Timeout(60)
class BuildInUseIT {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    @TempDir
    private Path home;

    private FakeCheckout checkout;
    private Gate running;

    @BeforeEach
    void aFreshBuild() throws Exception {
        checkout = new FakeCheckout(home);
        assertThat(checkout.run().exit()).isZero();
        running = checkout.gate("running");
    }

    @AfterEach
    void close() throws IOException {
        running.close();
    }

    @Test
    void nothingIsBuiltUntilItHasEnded() throws Exception {
        Started harness = harness();
        checkout.saveASource();

        assertRefused();
        running.open();
        assertThat(harness.end().exit()).isZero();
        assertBuilds();
    }

    @Test
    void aKilledHarnessHoldsUpNobody() throws Exception {
        Started harness = harness();
        checkout.saveASource();

        harness.process().destroyForcibly().waitFor();

        assertBuilds();
    }

    @Test
    void severalRunFromOneBuildAndTheLastOfThemCounts() throws Exception {
        checkout.saveASource();
        Started builder = harness();
        Started second = harness();
        assertThat(checkout.builds()).hasSize(2);
        checkout.saveASource();

        builder.process().destroyForcibly().waitFor();
        assertRefused();
        second.process().destroyForcibly().waitFor();
        assertBuilds();
    }

    @Test
    void whatWasBuiltIsStartedWhereItIsAskedFor() throws Exception {
        harness();
        checkout.saveASource();
        checkout.set("CRASH_HARNESS_BUILD", "old");

        Started second = harness();
        second.process().destroyForcibly().waitFor();
        assertThat(checkout.builds()).hasSize(1);
        assertThat(Files.readString(second.err())).isEmpty();
        Files.delete(checkout.root.resolve("worker/target/worker.jar"));
        assertRefused();
    }

    /** As editors and git do it: the file that was open is another one then. */
    @Test
    void aPomThatIsPutInThePlaceOfAnotherChangesNothing() throws Exception {
        harness();
        for (String pom : new String[] {"pom.xml", "orchestrator/pom.xml"}) {
            Path fresh = checkout.write(pom + ".fresh", "");
            Files.move(fresh, checkout.root.resolve(pom), StandardCopyOption.REPLACE_EXISTING);
        }
        checkout.saveASource();

        assertRefused();
    }

    @Test
    void aBuildGoesOnThoughItsLauncherWasKilledAndIsWaitedFor() throws Exception {
        try (Gate gate = checkout.gate("gate")) {
            checkout.saveASource();
            Started builder = checkout.start(home, checkout.launcher());
            await().atMost(DEADLINE).until(() -> checkout.builds().size() == 2);
            builder.process().destroyForcibly().waitFor();
            Started second = checkout.start(home, checkout.launcher());
            await().atMost(DEADLINE).until(() -> Files.size(second.err()) > 0);
            gate.open();

            running.open();
            assertThat(second.end().err())
                    .containsExactly("crash-harness: waiting for a build that another process has started ...");
            assertThat(checkout.builds()).hasSize(2);
        }
    }

    @Test
    void withoutLocksAFreshBuildIsUsedAndNoneIsMade() throws Exception {
        checkout.removeTool("flock");
        Started harness = harness();
        running.open();
        assertThat(harness.end().err()).isEmpty();
        checkout.saveASource();

        Ended ended = checkout.run();
        assertThat(ended.err())
                .containsExactly("crash-harness: no lock can be had on " + checkout.root + ", which the build needs;"
                        + " install flock (util-linux), or run mvn -DskipTests package there");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(checkout.builds()).hasSize(1);
    }

    /** One that has come to its JVM. */
    private Started harness() throws IOException {
        Started harness = checkout.start(home, checkout.launcher());
        await().atMost(DEADLINE)
                .failFast("it has ended", () -> !harness.process().isAlive())
                .until(() -> Files.readString(harness.out()).contains("OrchestratorMain"));
        return harness;
    }

    private void assertRefused() throws Exception {
        int builds = checkout.builds().size();
        Ended ended = checkout.run();
        assertThat(ended.err())
                .containsExactly("crash-harness: the jars in " + checkout.root + " are missing or older than the"
                        + " sources, and a harness that runs from them forbids a build; wait for its end, or start"
                        + " what was built with CRASH_HARNESS_BUILD=old");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(checkout.builds()).hasSize(builds);
    }

    private void assertBuilds() throws Exception {
        int builds = checkout.builds().size();
        running.open();
        assertThat(checkout.run().exit()).isZero();
        assertThat(checkout.builds()).hasSize(builds + 1);
    }
}
