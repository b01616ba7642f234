package dev.crashharness.orchestrator.judge.effect.unknown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Cells;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How old an operation is when it is sent again. */
class WindowRespectedTest {
    private static final Check CHECK = new WindowRespected();
    private static final long DAY_MS = Duration.ofDays(1).toMillis();

    private static String examine(Run run) {
        return Answers.of(CHECK, run.finish());
    }

    private static Run firstAttempt() {
        return new Run(Cells.cell(Contract.dedupWindow(Duration.ofDays(1))))
                .spawn()
                .claim()
                .prepare()
                .attempt(1_000)
                .late()
                .closeAsUnknown();
    }

    @Test
    void nothingSentAfterTheWindowIsHeld() {
        assertThat(examine(Runs.tooLateToSend()))
                .isEqualTo("held: nothing was sent again after the window of 86400000 ms");
    }

    @Test
    void aResendWithinTheWindowPutsNothingToTheTest() {
        assertThat(examine(firstAttempt().attempt(DAY_MS + 999).late()))
                .isEqualTo("not_exercised: nobody worked on the task after the window");
        assertThat(examine(Runs.clean())).isEqualTo("not_exercised: this contract has no window");
    }

    @Test
    void aResendAfterTheWindowIsCaught() {
        assertThat(examine(firstAttempt().attempt(DAY_MS + 1_000).late()))
                .isEqualTo(
                        "broken: attempt a-2 of generation 1 was sent 86400000 ms after the first, past the window of"
                                + " 86400000 ms, without a lookup");
    }

    @Test
    void anAttemptThatWasNeverSentIsNoResend() {
        assertThat(examine(firstAttempt().attempt(DAY_MS + 1_000))).startsWith("not_exercised: ");
    }

    @Test
    void aGenerationThatHasLookedUpMaySend() {
        Run asked = firstAttempt().event(EventType.REQUEST, "kind=lookup generation=1 operation=op-1");

        assertThat(examine(asked.attempt(DAY_MS + 1_000).late())).startsWith("not_exercised: ");
    }
}
