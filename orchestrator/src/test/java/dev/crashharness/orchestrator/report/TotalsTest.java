package dev.crashharness.orchestrator.report;

import static dev.crashharness.orchestrator.judge.check.Verdict.ERROR;
import static dev.crashharness.orchestrator.judge.check.Verdict.INCONCLUSIVE;
import static dev.crashharness.orchestrator.judge.check.Verdict.PASS;
import static dev.crashharness.orchestrator.judge.check.Verdict.VIOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Verdict;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TotalsTest {
    @Test
    void theLastLineCountsWhatPassedWhatFailedAndWhatWasNotRun() {
        Totals totals = totals(12, PASS, PASS, VIOLATION, ERROR, INCONCLUSIVE, INCONCLUSIVE);

        assertThat(totals.line()).isEqualTo("cells: 2 passed, 4 failed, 6 skipped");
        assertThat(totals.split()).isEqualTo("verdicts: 2 pass, 1 violation, 1 error, 2 inconclusive, 6 not run");
    }

    @Test
    void aRunOfNothingIsAllZeros() {
        assertThat(totals(0).line()).isEqualTo("cells: 0 passed, 0 failed, 0 skipped");
    }

    @Test
    void theExitCodeIsThatOfTheWorstCell() {
        assertThat(totals(2, PASS, PASS).exitCode()).isZero();
        assertThat(totals(9, PASS).exitCode()).isZero();
        assertThat(totals(9, PASS, INCONCLUSIVE).exitCode()).isEqualTo(101);
        assertThat(totals(9, INCONCLUSIVE, ERROR, PASS).exitCode()).isEqualTo(102);
        assertThat(totals(9, ERROR, INCONCLUSIVE, VIOLATION, PASS).exitCode()).isEqualTo(100);
    }

    private static Totals totals(int planned, Verdict... verdicts) {
        return Totals.of(
                Stream.of(verdicts)
                        .map(verdict -> Verdicts.of(verdict, "blind", "none"))
                        .toList(),
                planned);
    }
}
