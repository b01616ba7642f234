package dev.crashharness.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.FakeCheckout.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tools the launcher finds, and what it says when one is missing or too old. */
@Timeout(60)
class LauncherToolsIT {
    @TempDir
    private Path home;

    private FakeCheckout checkout;

    @BeforeEach
    void prepare() throws IOException {
        checkout = new FakeCheckout(home);
    }

    @ParameterizedTest
    @ValueSource(strings = {"11.0.20", "1.8.0_392", "16"})
    void refusesAnOldJdk(String version) throws Exception {
        checkout.useJdk(version);

        refuses(
                checkout.run(),
                "crash-harness: needs JDK 17 or newer, but " + home.resolve("jdk-" + version) + "/bin/java is version "
                        + version + "; " + install());
    }

    @ParameterizedTest
    @ValueSource(strings = {"17", "25-ea", "25.0.3"})
    void acceptsANewerJdk(String version) throws Exception {
        checkout.useJdk(version);

        assertThat(checkout.run().exit()).isZero();
    }

    @Test
    void asksJavaItselfWhereThereIsNoReleaseFile() throws Exception {
        Files.delete(home.resolve("jdk-17.0.15/release"));
        Files.writeString(
                home.resolve("jdk-17.0.15/bin/java"), "#!/bin/sh\necho 'openjdk version \"11.0.2\" 2019-01-15' >&2\n");

        assertThat(checkout.run().err()).singleElement().asString().contains("is version 11.0.2; ");
    }

    @Test
    void findsJavaOnThePath() throws Exception {
        checkout.unset("JAVA_HOME");
        refuses(checkout.run(), "crash-harness: found no java on PATH, and JAVA_HOME is not set; " + install());

        checkout.putOnPath("java", home.resolve("jdk-17.0.15/bin/java"));
        assertThat(checkout.run().exit()).isZero();
    }

    @Test
    void refusesAJavaHomeWithoutJava() throws Exception {
        checkout.set("JAVA_HOME", "/nowhere");

        refuses(
                checkout.run(),
                "crash-harness: JAVA_HOME is /nowhere, but /nowhere/bin/java is no program; " + install());
    }

    @Test
    void needsMavenAndACompilerOnlyToBuild() throws Exception {
        checkout.run();
        checkout.removeTool("mvn");
        Files.delete(home.resolve("jdk-17.0.15/bin/javac"));
        assertThat(checkout.run().exit()).isZero();
    }

    @Test
    void refusesToBuildWithoutMaven() throws Exception {
        checkout.removeTool("mvn");

        refuses(
                checkout.run(),
                "crash-harness: found no mvn on PATH, which the build needs; install Maven 3.8 or newer");
    }

    @Test
    void refusesToBuildWithoutACompiler() throws Exception {
        Files.delete(home.resolve("jdk-17.0.15/bin/javac"));

        refuses(
                checkout.run(),
                "crash-harness: " + home.resolve("jdk-17.0.15/bin/java") + " is a JRE without javac,"
                        + " which the build needs; " + install());
    }

    private static void refuses(Ended ended, String sentence) {
        assertThat(ended.err()).containsExactly(sentence);
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
    }

    private static String install() {
        return "install JDK 17 or newer (Debian, Ubuntu: apt-get install openjdk-17-jdk-headless)"
                + " or set JAVA_HOME to one";
    }
}
