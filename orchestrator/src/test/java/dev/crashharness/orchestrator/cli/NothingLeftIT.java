package dev.crashharness.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The harness itself is killed, or ends as it should. Nobody survives it either way.
 *
 * <pre>
 * matrix ── cell ── cell ── cell ...     SIGKILL, no handler runs
 *             ├── publisher              their control connections close, their parent dies: both end within 2 s
 *             └── worker
 * </pre>
 */
@Timeout(120)
class NothingLeftIT extends Cli {
    private static final Duration SOON = Duration.ofSeconds(2);

    @Test
    void whenTheHarnessIsKilledItsChildrenDieToo() throws Exception {
        Started matrix = start("matrix", "--keep", "all", "--jobs", "2");
        await().atMost(Duration.ofSeconds(60))
                .failFast("the matrix has ended", () -> !matrix.process().isAlive())
                .until(() -> finished() >= 3 && children(matrix).size() >= 2);
        List<String> children = children(matrix);

        matrix.process().destroyForcibly().waitFor();

        await("children " + children).atMost(SOON).until(() -> processes().isEmpty());
        assertThat(names(cwd())).containsExactly("crash-results");
    }

    @Test
    void aMatrixLeavesItsResultsAndNothingElse() throws Exception {
        Ended matrix = ok("matrix", "--filter", "*/worker@before_*");

        assertThat(matrix.lastLine()).isEqualTo("cells: 10 passed, 0 failed, 0 skipped");
        assertThat(processes()).isEmpty();
        assertThat(names(cwd())).containsExactly("crash-results");
        assertThat(names(temporary())).isEmpty();
        try (Stream<Path> files = Files.walk(cwd())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(
                            name -> name.startsWith("sqlite-") || name.startsWith("hs_err") || name.equals("RUNNING"));
        }
    }

    private long finished() throws IOException {
        Path log = cwd().resolve("crash-results/latest/verdicts.jsonl");
        if (!Files.exists(log)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(log)) {
            return lines.count();
        }
    }

    /** Those of this run, without the harness itself. */
    private List<String> children(Started matrix) {
        return processes().stream()
                .filter(process -> !process.startsWith(matrix.process().pid() + " "))
                .toList();
    }
}
