package dev.crashharness.orchestrator.matrix.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.RunDirectory;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.DamagedEvidenceException;
import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PastRunTest {
    private static final String NONE = "blind/none";

    @TempDir
    private Path home;

    private Path run;

    @BeforeEach
    void aRunWithTwoVerdicts() throws IOException {
        run = SavedRuns.withTwoVerdicts(home.resolve("first"));
    }

    @Test
    void whatIsWholeCounts() throws IOException {
        PastRun past = PastRun.open(run);

        assertThat(past.distrusted()).isEmpty();
        assertThat(past.matrix()).isEqualTo(SavedRuns.MATRIX);
        assertThat(past.finished()).extracting(VerdictRecord::cell).containsExactly(NONE, "fenced/none");
        assertThat(past.notPassed()).extracting(Cell::print).containsExactly("blind/worker@after_send", "fenced/none");
    }

    @Test
    void aCellThatWasStillRunIsReportedAndMissing() throws IOException {
        Files.writeString(evidence(NONE).resolve("RUNNING"), "17");
        Files.createDirectories(evidence("blind/worker@after_send"));
        Files.writeString(evidence("blind/worker@after_send").resolve("RUNNING"), "17");

        PastRun past = PastRun.open(run);

        assertThat(past.distrusted())
                .hasSize(2)
                .anyMatch(what -> what.startsWith("blind/none does not count: it was still being run"))
                .anyMatch(what -> what.startsWith("blind/worker@after_send counts as missing: it was still being run"));
        assertThat(past.finished()).extracting(VerdictRecord::cell).containsExactly("fenced/none");
    }

    @Test
    void aVerdictWithoutItsEvidenceIsReportedAndMissing() throws IOException {
        Files.delete(evidence(NONE).resolve("history.jsonl"));

        PastRun past = PastRun.open(run);

        assertThat(past.distrusted())
                .singleElement()
                .asString()
                .contains("blind/none does not count", "no history.jsonl");
        assertThat(past.finished()).extracting(VerdictRecord::cell).containsExactly("fenced/none");
    }

    @Test
    void aTornHistoryIsReportedAndItsCellIsMissing() throws IOException {
        Path history = evidence(NONE).resolve("history.jsonl");
        Files.writeString(history, Files.readAllLines(history).get(0) + "\n");

        PastRun past = PastRun.open(run);

        assertThat(past.distrusted()).singleElement().asString().contains("history.jsonl is torn or damaged");
        assertThat(past.finished()).extracting(VerdictRecord::cell).containsExactly("fenced/none");
    }

    /** What was fetched from elsewhere may be of any size, and is copied by a merge. */
    @Test
    void evidenceThatNoCellLeavesIsReportedAndItsCellIsMissing() throws IOException {
        try (RandomAccessFile large =
                new RandomAccessFile(evidence(NONE).resolve("core").toFile(), "rw")) {
            large.setLength(513L << 20);
        }

        PastRun past = PastRun.open(run);

        assertThat(past.distrusted())
                .singleElement()
                .asString()
                .startsWith("blind/none does not count: its evidence in ")
                .endsWith(" holds more than 512 MiB or 10000 files and folders, which no cell leaves");
        assertThat(past.finished()).extracting(VerdictRecord::cell).containsExactly("fenced/none");
    }

    @Test
    void aVerdictThatTheRunWasNotToComeToIsReported() throws IOException {
        SavedRuns.finish(run, "blind/worker@after_lease", Verdict.PASS);
        SavedRuns.change(run, Json.MAPPER.createObjectNode().put("shard", "2/3"));

        PastRun past = PastRun.open(run);

        assertThat(past.finished()).hasSize(1);
        assertThat(past.distrusted()).hasSize(2).allMatch(what -> what.contains("the run was not to do it"));
    }

    @Test
    void whatIsNotRunIsNotFinished() throws IOException {
        String line =
                Json.MAPPER.writeValueAsString(SavedRuns.verdict("blind/worker@after_send", Verdict.NOT_RUN)) + "\n";
        Files.writeString(run.resolve("verdicts.jsonl"), line, StandardOpenOption.APPEND);

        PastRun past = PastRun.open(run);

        assertThat(past.distrusted()).isEmpty();
        assertThat(past.results()).hasSize(3);
        assertThat(past.finished()).hasSize(2);
    }

    @Test
    void whatIsNoRunIsRefused() throws IOException {
        Files.writeString(run.resolve("run.json"), "{\"v\":1,\"run\":");
        assertThatThrownBy(() -> PastRun.open(run))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("run.json is no JSON");
        Files.delete(run.resolve("run.json"));
        assertThatThrownBy(() -> PastRun.open(run)).hasMessageContaining("there is no run at " + run);
    }

    /** Merge and resume end as verify does, with 100: nothing is wrong with the machine. */
    @Test
    void aLogThatIsDamagedInTheMiddleIsDamagedEvidence() throws IOException {
        Files.writeString(run.resolve("verdicts.jsonl"), "nonsense\n{}\n");

        assertThatThrownBy(() -> PastRun.open(run))
                .isInstanceOf(DamagedEvidenceException.class)
                .hasMessageContaining("is not a verdict");
    }

    @Test
    void theLatestRunIsThatWhichWasStartedLastAgainstTheSameTarget() throws IOException {
        Path out = home.resolve("out");
        for (String[] each : new String[][] {
            {"b", "2026-01-01", "bundled"}, {"a", "2026-01-02", "bundled"}, {"c", "2026-01-03", "mutant:M01"}
        }) {
            SavedRuns.change(
                    SavedRuns.run(out.resolve("three").resolve(each[0])),
                    Json.MAPPER.createObjectNode().put("started_at", each[1]).put("target", each[2]));
        }
        Files.createDirectories(out.resolve("three/broken"));

        assertThat(LatestRun.find(out, "three", "bundled")
                        .orElseThrow()
                        .identity()
                        .run())
                .isEqualTo("a");
        assertThat(LatestRun.find(out, "three", "mutant:M02")).isEmpty();
        assertThat(LatestRun.find(out, "four", "bundled")).isEmpty();
    }

    private Path evidence(String cell) {
        return run.resolve(RunDirectory.dir(Cell.parse(cell), 0));
    }
}
