package dev.crashharness.orchestrator.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crashharness.orchestrator.cli.Cli;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.plan.Slug;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A matrix is stopped by real signals, and gone on with.
 *
 * <pre>
 * matrix ── cell ── cell ─┬─ SIGINT: this cell is judged, no other is started ── report, exit 130
 *                         └─ SIGINT ── SIGINT: its processes are killed ── report, exit 130
 *                            SIGKILL: no report; a torn log, a RUNNING file
 *        --resume ── the cells without a verdict ── all of the matrix in one run
 * </pre>
 */
@Timeout(300)
class StopAndResumeIT extends Cli {
    private static final int CELLS = 6;
    private static final String[] MATRIX = {"matrix", "--filter", "*/worker@*_lease", "--jobs", "1"};

    /** Maven may have been started by something that ignores SIGINT, and a JVM leaves it at that. */
    private static final List<String> SIGNALS_AS_USUAL =
            List.of("env", "--default-signal=INT,TERM", LAUNCHER.toString());

    @Test
    void oneInterruptLetsWhatRunsEndAndTheRestIsResumed() throws Exception {
        Started matrix = matrixWithAVerdict();
        signal("INT", matrix);
        Ended ended = matrix.end();

        assertThat(ended.exit()).isEqualTo(130);
        assertThat(ended.err()).singleElement().asString().contains("SIGINT: no new cell is started");
        Path first = latest();
        int passed = assertPartial(ended, first);
        assertThat(running(first)).isEmpty();
        String log = Files.readString(first.resolve("verdicts.jsonl"));
        assertThat(ok("verdicts", first.toString()).lastLine()).isEqualTo(ended.lastLine());
        Ended verified = run("verify", first.toString());
        assertThat(verified.exit()).isEqualTo(103);
        assertThat(verified.lastLine()).isEqualTo(ended.lastLine());

        Ended resumed = ok("matrix", "--resume", "crash-results/latest");

        assertThat(resumed.lastLine()).isEqualTo("cells: 6 passed, 0 failed, 0 skipped");
        assertThat(resumed.out().get(0))
                .endsWith(": " + passed + " cells are taken over, " + (CELLS - passed) + " are run");
        assertThat(resumed.out().stream().filter(line -> line.startsWith("PASS  ")))
                .hasSize(CELLS - passed);
        assertThat(first.resolve("verdicts.jsonl"))
                .as("the first run is left as it was")
                .hasContent(log.strip());
        assertThat(latest()).isNotEqualTo(first);
        assertThat(JSON.readTree(latest().resolve("run.json").toFile())
                        .get("resumes")
                        .asText())
                .isEqualTo(first.getFileName().toString());
        assertThat(verdicts(latest(), "PASS")).hasSize(CELLS);
        assertThat(names(latest().resolve("cells"))).hasSize(CELLS);
    }

    /** The second cell waits for a lease, and nobody waits for it. */
    @Test
    void theSecondInterruptKillsWhatRuns() throws Exception {
        Files.write(
                cwd().resolve("slow.yaml"),
                List.of(
                        "name: slow",
                        "cells:",
                        "  - cell: blind/worker@before_lease",
                        "  - cell: dedup-query/worker@after_lease?expiry=wait&lease=40s",
                        "  - cell: blind/none"));
        Started matrix = withAVerdict("matrix", "slow", "--jobs", "1");
        await("the lease is held")
                .atMost(Duration.ofSeconds(60))
                .until(() -> Files.exists(latest().resolve("cells")
                        .resolve(Slug.of(Cell.parse("dedup-query/worker@after_lease?expiry=wait&lease=40s")))
                        .resolve("after-1/store.sqlite")));
        signal("INT", matrix);
        await("the first signal was heard")
                .atMost(Duration.ofSeconds(20))
                .failFast("the matrix has ended", () -> !matrix.process().isAlive())
                .until(() -> Files.readString(matrix.err()).contains("no new cell"));
        assertThat(running(latest())).as("the cell still runs").hasSize(1);
        signal("INT", matrix);
        Ended ended = matrix.end();

        assertThat(ended.exit()).isEqualTo(130);
        assertThat(ended.err()).hasSize(2).last().asString().contains("SIGINT: stopping at once");
        assertThat(running(latest())).as("it came to no end").hasSize(1);
        assertThat(verdicts(latest(), "NOT_RUN")).hasSize(2);
        assertThat(ended.lastLine()).isEqualTo("cells: 1 passed, 0 failed, 2 skipped");
        assertThat(processes()).isEmpty();
    }

    @Test
    void aTerminationDoesTheSameAndHasItsOwnExitCode() throws Exception {
        Started matrix = matrixWithAVerdict();
        signal("TERM", matrix);
        Ended ended = matrix.end();

        assertThat(ended.exit()).isEqualTo(143);
        assertPartial(ended, latest());
        assertThat(ended.err()).singleElement().asString().contains("SIGTERM");
    }

    @Test
    void aKilledHarnessIsResumedAndWhatItLeftHalfDoneIsNotTrusted() throws Exception {
        Started matrix = matrixWithAVerdict();
        await("a cell that runs").atMost(Duration.ofSeconds(60)).until(() -> !running(latest())
                .isEmpty());
        matrix.process().destroyForcibly().waitFor();
        await("its children").atMost(Duration.ofSeconds(10)).until(() -> processes()
                .isEmpty());
        Path first = latest();
        assertThat(running(first)).isNotEmpty();
        Files.writeString(first.resolve("verdicts.jsonl"), "{\"v\":1,\"cell\":\"bl", StandardOpenOption.APPEND);

        assertRefused(run("matrix", "lesson", "--resume", first.toString()), 2, "the matrix is lesson", "has smoke");
        assertRefused(
                run("matrix", "--resume", first.toString(), "--target", "mutant:M10"),
                2,
                "--target is mutant:M10, but that run has bundled");
        assertRefused(run("matrix", "smoke", "--resume", first.toString()), 2, "its matrix has 6 cells", "has 42");
        Ended resumed = ok("matrix", "--resume", first.toString());

        assertThat(resumed.lastLine()).isEqualTo("cells: 6 passed, 0 failed, 0 skipped");
        assertThat(resumed.err())
                .anyMatch(line -> line.contains("the last line of verdicts.jsonl is torn"))
                .anyMatch(line -> line.contains("counts as missing: it was still being run"));
        assertThat(running(first)).as("the killed run is left as it was").isNotEmpty();
        assertThat(running(latest())).isEmpty();
        assertThat(verdicts(latest(), "PASS")).hasSize(CELLS);
    }

    @Test
    void aTimeBudgetLeavesCellsThatCanBeRunLater() throws Exception {
        Ended late = run("matrix", "--filter", "blind/worker@after_lease", "--time-budget", "1ms");

        assertThat(late.exit()).isEqualTo(104);
        assertThat(late.lastLine()).isEqualTo("cells: 0 passed, 0 failed, 1 skipped");
        Ended explained = ok("explain", "blind/worker@after_lease");
        assertThat(explained.out())
                .startsWith("NOT_RUN  blind/worker@after_lease")
                .anyMatch(line -> line.startsWith("  it was not run, because "))
                .hasSize(5);
        assertThat(verdicts(latest(), "NOT_RUN"))
                .singleElement()
                .satisfies(verdict -> assertThat(verdict.get("reason").asText()).isEqualTo("time_budget"));

        assertThat(ok("matrix", "--last-failed", "--time-budget", "1h").lastLine())
                .isEqualTo("cells: 1 passed, 0 failed, 0 skipped");
        Ended nothing = run("matrix", "--last-failed");
        assertThat(nothing.exit()).isEqualTo(4);
        assertThat(nothing.err()).singleElement().asString().contains("no cell is left to run: none failed in");
        assertRefused(run("matrix", "lesson", "--last-failed"), 2, "there is no run of lesson against bundled");
        assertRefused(run("matrix", "--time-budget", "soon"), 2, "duration 'soon'");
    }

    private Started matrixWithAVerdict() throws Exception {
        return withAVerdict(MATRIX);
    }

    private Started withAVerdict(String... words) throws Exception {
        Started matrix = start(Map.of(), SIGNALS_AS_USUAL, words);
        await("a first verdict")
                .atMost(Duration.ofSeconds(90))
                .failFast("the matrix has ended", () -> !matrix.process().isAlive())
                .until(() -> Files.exists(log()) && Files.readString(log()).contains("\n"));
        return matrix;
    }

    private Path log() throws IOException {
        return cwd().resolve("crash-results/latest/verdicts.jsonl");
    }

    private Path latest() throws IOException {
        return cwd().resolve("crash-results/latest").toRealPath();
    }

    /** Every cell is in the log, as passed or as not run; how many have passed. */
    private static int assertPartial(Ended ended, Path run) throws IOException {
        int passed = verdicts(run, "PASS").size();
        List<JsonNode> notRun = verdicts(run, "NOT_RUN");
        assertThat(passed).isBetween(1, CELLS - 1);
        assertThat(notRun).hasSize(CELLS - passed).allSatisfy(verdict -> assertThat(
                        verdict.get("reason").asText())
                .isEqualTo("interrupted"));
        assertThat(ended.lastLine())
                .isEqualTo("cells: %d passed, 0 failed, %d skipped".formatted(passed, CELLS - passed));
        assertThat(ended.out()).anyMatch(line -> line.startsWith("run the rest with: crash-harness matrix --resume "));
        return passed;
    }

    private static List<JsonNode> verdicts(Path run, String verdict) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        for (String line : Files.readAllLines(run.resolve("verdicts.jsonl"))) {
            all.add(JSON.readTree(line));
        }
        return all.stream()
                .filter(each -> each.get("verdict").asText().equals(verdict))
                .toList();
    }

    /** The cells that have a RUNNING file. */
    private static List<Path> running(Path run) throws IOException {
        try (Stream<Path> cells = Files.list(run.resolve("cells"))) {
            return cells.filter(cell -> Files.exists(cell.resolve("RUNNING"))).toList();
        }
    }

    private static void signal(String name, Started matrix) throws Exception {
        String pid = Long.toString(matrix.process().pid());
        assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor())
                .isZero();
    }
}
