package dev.crashharness.orchestrator.report;

import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.schedule.Cell;
import java.util.List;

/** Verdict records in few words. */
public final class Verdicts {
    private Verdicts() {}

    public static VerdictRecord of(Verdict verdict, String contract, String schedule) {
        return of(verdict, contract, schedule, "");
    }

    public static VerdictRecord of(Verdict verdict, String contract, String schedule, String settings) {
        boolean pass = verdict == Verdict.PASS;
        StateWords end =
                new StateWords("succeeded", 2, 1, 1, 2, 2, "confirmed", List.of("collect@1", "publish@2"), "none", 0);
        return new VerdictRecord(
                1,
                contract + "/" + schedule + (settings.isEmpty() ? "" : "?" + settings),
                verdict,
                pass ? "" : "single_effect",
                pass ? null : "single_effect",
                pass ? "" : "2 effects, expected 1",
                List.of(new Judgement.Finding("single_effect", pass ? "held" : "broken", "1 effect")),
                contract,
                schedule,
                settings,
                end,
                end,
                List.of(
                        new FaultOutcome(schedule, "worker-1", 17, 1, "KILL", 5, 137, true, ""),
                        new FaultOutcome(schedule, "worker-2", 18, 1, "KILL", 6, 137, false, "it ran past"),
                        new FaultOutcome(schedule, "", 0, 1, "", 0, -1, true, "")),
                2,
                1,
                1,
                0,
                "succeeded",
                812,
                "crash-harness reproduce '" + contract + "/" + schedule + "'",
                "cells/x",
                null);
    }

    /** A cell that was not run, for {@code reason}. */
    public static VerdictRecord notRun(Cell cell, String reason, String dir) {
        return VerdictRecord.notRun(
                cell,
                null,
                new VerdictRecord.NotRun(reason, "it was not run"),
                "crash-harness reproduce '" + cell.print() + "'",
                dir);
    }

    /** As {@link #of} for which no copy could be taken. */
    public static VerdictRecord unobserved(Verdict verdict, String contract, String schedule) {
        VerdictRecord v = of(verdict, contract, schedule);
        return new VerdictRecord(
                v.v(),
                v.cell(),
                v.verdict(),
                v.reason(),
                v.check(),
                v.message(),
                v.checks(),
                v.contract(),
                v.schedule(),
                v.settings(),
                v.expected(),
                null,
                v.faults(),
                0,
                0,
                0,
                0,
                "unreadable",
                v.durationMs(),
                v.reproduce(),
                v.dir(),
                v.shrunk());
    }

    /** As {@link #of} of a target without a model. */
    public static VerdictRecord unpredicted(Verdict verdict, String contract, String schedule) {
        VerdictRecord v = of(verdict, contract, schedule);
        return new VerdictRecord(
                v.v(),
                v.cell(),
                v.verdict(),
                v.reason(),
                v.check(),
                v.message(),
                v.checks(),
                v.contract(),
                v.schedule(),
                v.settings(),
                null,
                null,
                v.faults(),
                0,
                0,
                0,
                0,
                "own",
                v.durationMs(),
                v.reproduce(),
                v.dir(),
                v.shrunk());
    }

    /** {@code v} with other words of a stranger: in its message, its reason and its reproduce line. */
    public static VerdictRecord saying(VerdictRecord v, String words) {
        return new VerdictRecord(
                v.v(),
                v.cell(),
                v.verdict(),
                v.reason(),
                v.check(),
                words,
                List.of(new Judgement.Finding("single_receipt", "broken", words)),
                v.contract(),
                v.schedule(),
                v.settings(),
                v.expected(),
                v.observed(),
                v.faults(),
                v.generations(),
                v.effects(),
                v.receipts(),
                v.refusals(),
                v.taskState(),
                v.durationMs(),
                words,
                v.dir(),
                v.shrunk());
    }
}
