package dev.crashharness.orchestrator.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two jobs of a CI service run half a matrix each, a third joins them. */
@Timeout(300)
class MergeIT extends Cli {
    @Test
    void shardsAreRunApartAndJoined() throws Exception {
        Started first = shard("0");
        Started second = shard("1");
        assertThat(ok(first).out().get(0)).isEqualTo("shard 1/2: 2 of 4 cells");
        assertThat(ok(second).lastLine()).isEqualTo("cells: 2 passed, 0 failed, 0 skipped");
        Path one = theRun("0");
        Path two = theRun("1");

        Ended merged = ok("merge", one.toString(), two.toString(), "--out", "merged");

        assertThat(merged.lastLine()).isEqualTo("cells: 4 passed, 0 failed, 0 skipped");
        assertThat(ok("verdicts", "merged").lastLine()).isEqualTo("cells: 4 passed, 0 failed, 0 skipped");
        assertThat(ok("merge", two.toString(), one.toString(), "--out", "merged")
                        .text())
                .contains("unchanged");

        Ended half = run("merge", two.toString(), "--out", "half");
        assertThat(half.exit()).isEqualTo(103);
        assertThat(half.out())
                .contains("missing: shard 1/2")
                .filteredOn(line -> line.startsWith("missing: "))
                .hasSize(3);
        assertThat(half.lastLine()).isEqualTo("cells: 2 passed, 0 failed, 2 skipped");

        // The merge that lacks a shard is a run like any other: what is missing can be run.
        assertThat(ok("matrix", "--resume", "half").lastLine()).isEqualTo("cells: 4 passed, 0 failed, 0 skipped");
        assertDamagedOnesAreRefused(one, two);
    }

    private void assertDamagedOnesAreRefused(Path one, Path two) throws Exception {
        Path empty = Files.createDirectory(cwd().resolve("empty"));
        Ended lost = run("merge", one.toString(), empty.toString(), "--out", "lost");
        assertThat(lost.exit()).isEqualTo(103);
        assertThat(lost.err()).singleElement().asString().contains("there is no run at " + empty);

        Files.delete(
                one.resolve("cells").resolve(names(one.resolve("cells")).get(0)).resolve("history.jsonl"));
        Ended damaged = run("merge", one.toString(), two.toString(), "--out", "damaged");
        assertThat(damaged.exit()).isEqualTo(103);
        assertThat(damaged.err()).singleElement().asString().contains("has no history.jsonl");
        assertThat(damaged.lastLine()).isEqualTo("cells: 3 passed, 0 failed, 1 skipped");

        Path record = two.resolve("run.json");
        Files.writeString(record, Files.readString(record).replace("\"bundled\"", "\"mutant:M10\""));
        Ended mixed = run("merge", one.toString(), two.toString(), "--out", "mixed");
        assertThat(mixed.exit()).isEqualTo(103);
        assertThat(mixed.err()).anyMatch(line -> line.contains("differ in target 'bundled' and 'mutant:M10'"));
        assertThat(cwd().resolve("mixed")).doesNotExist();
        assertRefused(run("merge", "nowhere", "--out", "x"), 2, "there is no directory nowhere");
    }

    @Test
    void withoutAServiceAutoSaysWhatItLookedFor() throws Exception {
        Started matrix = start(
                Map.of(),
                List.of("env", "-u", "CI_NODE_INDEX", "-u", "CI_NODE_TOTAL", LAUNCHER.toString()),
                "matrix",
                "--shard",
                "auto");

        assertRefused(matrix.end(), 2, "--shard auto found no shard", "JOB_COMPLETION_INDEX and CRASH_HARNESS_SHARDS");
        assertRefused(run("matrix", "--shard", "3/2"), 2, "shard 3 of 2 does not exist");
    }

    private Started shard(String index) throws IOException {
        return start(
                Map.of("BUILDKITE_PARALLEL_JOB", index, "BUILDKITE_PARALLEL_JOB_COUNT", "2"),
                List.of(LAUNCHER.toString()),
                "matrix",
                "--filter",
                "*/worker@before_*le*",
                "--shard",
                "auto",
                "--out",
                "out-" + index);
    }

    private static Ended ok(Started started) throws Exception {
        Ended ended = started.end();
        assertThat(ended.exit()).as("%s", ended).isZero();
        return ended;
    }

    private Path theRun(String index) throws IOException {
        return cwd().resolve("out-" + index + "/latest").toRealPath();
    }
}
