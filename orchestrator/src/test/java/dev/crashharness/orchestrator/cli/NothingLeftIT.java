package dev.crashharness.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The harness itself is killed, or ends as it should. Nobody survives it either way.
 *
 * <pre>
 * matrix ── cell ── cell ── cell ...     SIGKILL, no handler runs
 *             ├── publisher              their control connections close, their parent dies: both end soon
 *             └── worker
 * </pre>
 */
@Timeout(120)
class NothingLeftIT extends Cli {
    private static final Duration SOON = Duration.ofSeconds(10);

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

    /** Nothing is on this PATH but what the launcher itself needs: they see their control connection close, and halt. */
    @Test
    void withoutTheToolsTheyDieToo() throws Exception {
        Path bin = Files.createDirectories(temporary().resolveSibling("bin"));
        for (String tool : List.of("bash", "readlink", "find", "java")) {
            Files.createSymbolicLink(bin.resolve(tool), which(tool));
        }
        Started matrix = start(
                Map.of("PATH", bin.toString()),
                List.of(LAUNCHER.toString()),
                "matrix",
                "--filter",
                "*/worker@after_*",
                "--jobs",
                "2");
        await().atMost(Duration.ofSeconds(60))
                .failFast("the matrix has ended", () -> !matrix.process().isAlive())
                .until(() -> finished() >= 2 && children(matrix).size() >= 2);
        List<String> children = children(matrix);

        matrix.process().destroyForcibly().waitFor();

        await("children " + children).atMost(SOON).until(() -> processes().isEmpty());
        assertThat(Files.readString(matrix.err())).contains("setpriv --pdeathsig was not found");
    }

    /** Or a child that outlives a killed harness would hold up the next build. */
    @Test
    void theHarnessHoldsWhatItRunsFromAndNoneOfItsChildrenDoes() throws Exception {
        Path build = LAUNCHER.resolveSibling("../orchestrator").toRealPath();
        ok("submit", "--db", "task.sqlite");
        Started held = start("run", "--db", "task.sqlite", "--fault", "after_collect", "--hold");
        await().atMost(Duration.ofSeconds(60))
                .failFast("the run has ended", () -> !held.process().isAlive())
                .until(() -> held.output().contains("Enter kills it."));

        List<ProcessHandle> children = held.process().descendants().toList();
        assertThat(children).hasSizeGreaterThanOrEqualTo(2);
        assertThat(openFiles(held.process().toHandle())).contains(build);
        assertThat(children).allSatisfy(child -> assertThat(openFiles(child)).doesNotContain(build));
        held.pressEnter();
        assertThat(held.end().exit()).isEqualTo(75);
    }

    private static List<Path> openFiles(ProcessHandle process) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/" + process.pid() + "/fd"))) {
            for (Path each : all) {
                files.add(Files.readSymbolicLink(each));
            }
        }
        return files;
    }

    private static Path which(String tool) {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
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
