package dev.crashharness.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Ctrl-C in the middle of a matrix, and what can be read of it afterwards.
 *
 * <pre>
 * matrix ── cell ── cell ── cell ... SIGINT: says where it is, children die, exit 130
 * verdicts ── the cells that had ended, "broken off after N of M"
 * </pre>
 */
@Timeout(180)
class InterruptIT extends Cli {
    @Test
    void anInterruptedMatrixSaysSoAndLeavesATrueLogAndNobodyBehind() throws Exception {
        Started matrix = start("matrix", "--jobs", "2");
        await().atMost(Duration.ofSeconds(60))
                .failFast("the matrix has ended", () -> !matrix.process().isAlive())
                .until(() -> finished() >= 3);

        interrupt(matrix);
        Ended ended = matrix.end();

        assertThat(ended.exit()).isEqualTo(130);
        assertThat(ended.err())
                .anyMatch(line -> line.matches(
                        "crash-harness: interrupted after \\d+ of 42 cells; evidence: crash-results/latest"));
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(processes()).isEmpty());
        List<String> lines = Files.readAllLines(log());
        for (String line : lines) {
            assertThat(JSON.readTree(line).get("verdict").asText()).isEqualTo("PASS");
        }
        Ended verdicts = ok("verdicts");
        assertThat(verdicts.out()).contains("the run was broken off after " + lines.size() + " of 42 cells");
        assertThat(verdicts.lastLine())
                .isEqualTo("cells: %d passed, 0 failed, %d skipped".formatted(lines.size(), 42 - lines.size()));
        assertThat(verdicts.err()).isEmpty();
    }

    private static void interrupt(Started matrix) throws IOException, InterruptedException {
        String pid = Long.toString(matrix.process().pid());
        assertThat(new ProcessBuilder("kill", "-INT", pid).start().waitFor()).isZero();
    }

    private Path log() throws IOException {
        return cwd().resolve("crash-results/latest/verdicts.jsonl");
    }

    private int finished() throws IOException {
        return Files.exists(log()) ? Files.readAllLines(log()).size() : 0;
    }
}
