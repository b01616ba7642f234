package dev.crashharness.orchestrator.cli.run;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.shard.ExpectedCost;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import java.time.Duration;

/**
 * How far a run has come.
 *
 * @param done cells with a verdict, of {@code total}
 * @param kills that landed
 * @param costDone what those cells were expected to cost, of {@code costAll}
 */
record Progress(int done, int total, long kills, int violations, Duration costDone, Duration costAll) {
    static Progress none(int total, Duration costAll) {
        return new Progress(0, total, 0, 0, Duration.ZERO, costAll);
    }

    Progress and(VerdictRecord verdict) {
        return new Progress(
                done + 1,
                total,
                kills + verdict.killsLanded(),
                violations + (verdict.verdict() == Verdict.VIOLATION ? 1 : 0),
                costDone.plus(ExpectedCost.of(Cell.parse(verdict.cell()))),
                costAll);
    }

    /** {@code 12/42 cells, 11 kills landed, 0 violations, about 40 s left}. */
    String line(Duration elapsed) {
        String left = costDone.isZero()
                ? ""
                : ", about "
                        + words(elapsed.toMillis()
                                / 1000.0
                                * costAll.minus(costDone).toMillis()
                                / costDone.toMillis()) + " left";
        return done + "/" + total + " cells, " + kills + " kills landed, " + violations + " violations" + left;
    }

    private static String words(double seconds) {
        long whole = Math.round(seconds);
        return whole < 120
                ? whole + " s"
                : whole < 7200 ? Math.round(whole / 60.0) + " min" : Math.round(whole / 3600.0) + " h";
    }
}
