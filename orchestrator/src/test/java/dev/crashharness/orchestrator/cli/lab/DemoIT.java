package dev.crashharness.orchestrator.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class DemoIT extends Cli {
    /** Maven may have been started by something that ignores SIGINT, and a JVM leaves it at that. */
    private static final List<String> SIGNALS_AS_USUAL =
            List.of("env", "--default-signal=INT,TERM", LAUNCHER.toString());

    /** For PATH: under its setpriv no publisher listens for a minute, so that the demo stands in its middle. */
    private Path withoutAPublisher() throws IOException {
        Path bin = Files.createDirectories(cwd().resolve("bin"));
        Path program = Files.writeString(
                bin.resolve("setpriv"),
                "#!/bin/sh\ncase \"$*\" in *PublisherMain*) sleep 60;; esac\nexec /usr/bin/setpriv \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return bin;
    }

    /** That the temporary folder is empty then is asked after each test here. */
    @Test
    void ctrlCInTheMiddleLeavesNeitherProcessNorFolder() throws Exception {
        Started demo =
                start(Map.of("PATH", withoutAPublisher() + ":" + System.getenv("PATH")), SIGNALS_AS_USUAL, "demo");
        await("publisher and worker run")
                .atMost(Duration.ofSeconds(60))
                .failFast("the demo has ended", () -> !demo.process().isAlive())
                .until(() -> processes().size() >= 2);

        new ProcessBuilder("kill", "-INT", Long.toString(demo.process().pid()))
                .start()
                .waitFor();
        Ended ended = demo.end();

        assertThat(ended.exit()).as("%s", ended).isEqualTo(130);
        assertThat(ended.out()).isEmpty();
        assertThat(processes()).isEmpty();
    }
}
