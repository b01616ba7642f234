package dev.crashharness.orchestrator.cell.session.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeadlineTest {
    private static final long NOW_MS = 1_800_000_000_000L;
    private static final Deadline DEADLINE = new Deadline(60_000_000_000L);

    @Test
    void oneWhoWaitsForTheClockSleepsUntilItHasPassed() {
        assertThat(DEADLINE.wakeFor(NOW_MS + 1_500, NOW_MS, 7)).isEqualTo(1_501_000_007L);
        assertThat(DEADLINE.wakeFor(NOW_MS, NOW_MS, 7)).isEqualTo(1_000_007L);
    }

    @Test
    void butNotBeyondTheDeadline() {
        assertThat(DEADLINE.wakeFor(NOW_MS + 61_000, NOW_MS, 7)).isEqualTo(DEADLINE.ns());
    }

    /** A lease that is live until a time in microseconds, or for ever: what comes out must not lie in the past. */
    @Test
    void aTimeThatIsNoneIsWaitedForUntilTheDeadline() {
        assertThat(DEADLINE.wakeFor(NOW_MS * 1_000, NOW_MS, 7)).isEqualTo(DEADLINE.ns());
        assertThat(DEADLINE.wakeFor(Long.MAX_VALUE, NOW_MS, 7)).isEqualTo(DEADLINE.ns());
    }

    @Test
    void aClockThatWasSetBackIsWaitedForAnew() {
        assertThat(DEADLINE.wakeFor(NOW_MS + 10, NOW_MS - 5_000, 1_000_000_000L))
                .isEqualTo(6_011_000_000L);
    }
}
