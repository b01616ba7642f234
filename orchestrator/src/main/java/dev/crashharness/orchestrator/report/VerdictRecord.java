package dev.crashharness.orchestrator.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.schedule.Cell;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One line of {@code verdicts.jsonl}.
 *
 * @param v version of this format, 1
 * @param reason the check or ending that decided; empty for PASS
 * @param check the first broken check, or null
 * @param message one sentence; for PASS empty, or how much of the event log is missing
 * @param expected the end that was predicted before the run, or null for a target that has no model
 * @param observed the end that was found, or null when no copy could be taken or its schema is not the documented one
 * @param refusals writes that were refused, in both databases
 * @param reproduce the command that runs this cell again
 * @param dir the cell's evidence, relative to the run directory
 * @param shrunk the shortest cell that fails in the same way, absent where none was looked for
 */
public record VerdictRecord(
        int v,
        String cell,
        Verdict verdict,
        String reason,
        String check,
        String message,
        List<Judgement.Finding> checks,
        String contract,
        String schedule,
        String settings,
        StateWords expected,
        StateWords observed,
        List<FaultOutcome> faults,
        long generations,
        int effects,
        int receipts,
        int refusals,
        @JsonProperty("task_state") String taskState,
        @JsonProperty("duration_ms") long durationMs,
        String reproduce,
        String dir,
        @JsonInclude(JsonInclude.Include.NON_NULL) Shrunk shrunk) {
    private static final int VERSION = 1;

    /** Puts together what was judged and what came of it. */
    public static VerdictRecord of(Trial trial, Judgement judgement, Duration took, String reproduce, String dir) {
        History history = trial.history();
        Optional<Snapshot> end = history.last();
        StateWords observed =
                end.filter(copy -> history.documented()).map(StateWords::of).orElse(null);
        CellWords words = CellWords.of(trial.cell());
        return new VerdictRecord(
                VERSION,
                words.cell(),
                judgement.verdict(),
                judgement.reason(),
                judgement.firstBroken().orElse(null),
                judgement.message(),
                judgement.checks(),
                words.contract(),
                words.schedule(),
                words.settings(),
                trial.forecast().map(forecast -> StateWords.of(forecast.end())).orElse(null),
                observed,
                history.faults(),
                observed == null ? 0 : observed.generation(),
                end.map(copy -> copy.ledger().effects().size()).orElse(0),
                end.map(VerdictRecord::receipts).orElse(0),
                end.map(copy -> copy.store().refusals().size()
                                + copy.ledger().refusals().size())
                        .orElse(0),
                observed == null ? history.documented() ? "unreadable" : "own" : observed.state(),
                took.toMillis(),
                reproduce,
                dir,
                null);
    }

    private static int receipts(Snapshot copy) {
        return Math.toIntExact(copy.ledger().effects().stream()
                .map(LedgerImage.Effect::receipt)
                .distinct()
                .count());
    }

    /** Reason and message in one line; empty when there is nothing to say. */
    public String why() {
        return reason.isEmpty() ? message : reason + ": " + message;
    }

    /** The same verdict with the shortest cell that fails in the same way. */
    public VerdictRecord with(Shrunk shortest) {
        return new VerdictRecord(
                v,
                cell,
                verdict,
                reason,
                check,
                message,
                checks,
                contract,
                schedule,
                settings,
                expected,
                observed,
                faults,
                generations,
                effects,
                receipts,
                refusals,
                taskState,
                durationMs,
                reproduce,
                dir,
                shortest);
    }

    /**
     * The record of a cell that was not run.
     *
     * @param expected the end that was predicted
     * @param why reason and message
     * @param dir where its evidence would lie, which also tells repetitions apart
     */
    public static VerdictRecord notRun(Cell cell, StateWords expected, NotRun why, String reproduce, String dir) {
        CellWords words = CellWords.of(cell);
        return new VerdictRecord(
                VERSION,
                words.cell(),
                Verdict.NOT_RUN,
                why.reason(),
                null,
                why.message(),
                List.of(),
                words.contract(),
                words.schedule(),
                words.settings(),
                expected,
                null,
                List.of(),
                0,
                0,
                0,
                0,
                "not_run",
                0,
                reproduce,
                dir,
                null);
    }

    /**
     * Why a cell was not run.
     *
     * @param reason one word
     * @param message one sentence
     */
    public record NotRun(String reason, String message) {}

    /** How many of its kills were proved. */
    public long killsLanded() {
        return faults.stream()
                .filter(fault -> fault.landed() && fault.signal().equals("KILL"))
                .count();
    }
}
