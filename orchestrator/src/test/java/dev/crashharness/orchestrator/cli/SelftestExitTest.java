package dev.crashharness.orchestrator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.Verdicts;
import dev.crashharness.orchestrator.selftest.Line;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelftestExitTest {
    private static final Line CAUGHT = line(Verdict.VIOLATION, Verdict.VIOLATION);
    private static final Line MISSED = line(Verdict.VIOLATION, Verdict.PASS);

    @Test
    void oneBugThatIsNotCaughtMakesTheWholeRed() {
        assertThat(SelftestCommand.exitCode(List.of(CAUGHT, CAUGHT))).isZero();
        assertThat(SelftestCommand.exitCode(List.of(CAUGHT, MISSED, CAUGHT))).isEqualTo(100);
    }

    private static Line line(Verdict expected, Verdict found) {
        return new Line("M05", "a takeover starts at collect", expected, "", Verdicts.of(found, "blind", "none"));
    }
}
