package dev.crashharness.orchestrator.report.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.report.Shrunk;
import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.Verdicts;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.run.SavedRuns;
import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExplanationTest {
    @TempDir
    private Path directory;

    @Test
    void theFirstBrokenPromiseComesFirstThenWhatDiffersThenWhatHappened() throws IOException {
        SavedRun run = SavedRuns.of(
                directory,
                Runs.killedAfterEffect()
                        .insertIntoLedger(
                                "effect", "r-9", "operation=op-1 attempt=a-9 receipt=r-9 payload_hash=h-1 generation=2")
                        .finish());
        VerdictRecord verdict = run.verdicts().get(0);

        List<String> lines = Explanation.lines(verdict, run.history(verdict));

        assertThat(lines.get(0)).isEqualTo("VIOLATION  dedup-query/worker@after_effect");
        assertThat(lines.get(2)).isEqualTo("The first broken promise: single_effect");
        assertThat(lines.get(3))
                .isEqualTo(
                        "  promised  The publisher holds exactly the effects and cancellations that its contract and the schedule lead to.");
        assertThat(lines.get(4)).startsWith("  found     ");
        assertThat(lines).anyMatch(line -> line.matches("! effects +1 +2"));
        assertThat(lines).anyMatch(line -> line.matches("  generation +2 +2"));
        assertThat(lines).anyMatch(line -> line.contains("worker-1") && line.contains("SIGKILL sent"));
        assertThat(lines).last().isEqualTo("Again: " + verdict.reproduce());
    }

    @Test
    void withoutAHistoryItSaysSo() {
        assertThat(Explanation.lines(Verdicts.unobserved(Verdict.ERROR, "blind", "none"), Optional.empty()))
                .contains("  nothing is known: no history.jsonl was saved for this cell")
                .anyMatch(line -> line.matches("! effects +1 +-"));
    }

    @Test
    void aCellThatWasNotRunIsToldInAFewSentencesAndComparesNothing() {
        VerdictRecord notRun = VerdictRecord.notRun(
                Cell.parse("blind/none"),
                Verdicts.of(Verdict.PASS, "blind", "none").expected(),
                new VerdictRecord.NotRun("time_budget", "it was not run, because the time budget had ended"),
                "crash-harness reproduce 'blind/none'",
                "cells/blind_none");

        assertThat(Explanation.lines(notRun, Optional.empty()))
                .containsExactly(
                        "NOT_RUN  blind/none",
                        "  it was not run, because the time budget had ended",
                        "  it was expected to end " + notRun.expected().brief(),
                        "",
                        "Run it: crash-harness reproduce 'blind/none'");
    }

    /** It ended with a NullPointerException: where there is no model nothing is expected. */
    @Test
    void aCellWithoutAModelThatWasNotRunIsToldWithoutAnExpectation() {
        VerdictRecord notRun = VerdictRecord.notRun(
                Cell.parse("blind/none"), null, new VerdictRecord.NotRun("signal", "it was stopped"), "again", "dir");

        assertThat(Explanation.lines(notRun, Optional.empty()))
                .containsExactly("NOT_RUN  blind/none", "  it was stopped", "", "Run it: again");
    }

    @Test
    void theShortestCellThatStillFailsIsNamed() {
        Shrunk shrunk =
                new Shrunk("blind/none", "crash-harness reproduce 'blind/none'", 3, "nothing_shorter_fails", "x");
        VerdictRecord verdict = Verdicts.of(Verdict.VIOLATION, "blind", "none").with(shrunk);

        assertThat(Explanation.lines(verdict, Optional.empty())).last().isEqualTo(shrunk.line());
    }

    @Test
    void refusedWritesAreListed() throws IOException {
        SavedRun run = SavedRuns.of(
                directory,
                Runs.stoppedAfterCollect()
                        .refused("checkpoint", "draft")
                        .loses()
                        .finish());

        assertThat(Explanation.refused(run.history(run.verdicts().get(0)).orElseThrow()))
                .contains("the store refused checkpoint of worker-1, generation 1: generation 2 stood there");
    }

    @Test
    void whereARaceIsLegitimateEachRightValueIsRight() {
        StateWords one = new StateWords("succeeded", 1, 1, 1, 1, 1, "confirmed", List.of("collect@1"), "none", 0);
        StateWords two = new StateWords("succeeded", 2, 1, 1, 2, 2, "confirmed", List.of("collect@1"), "none", 0);

        List<Contrast.Row> rows = Contrast.rows(List.of(one, two), two);

        assertThat(rows).noneMatch(Contrast.Row::differs);
        assertThat(rows)
                .anyMatch(
                        row -> row.what().equals("generation") && row.expected().equals("1 or 2"));
    }
}
