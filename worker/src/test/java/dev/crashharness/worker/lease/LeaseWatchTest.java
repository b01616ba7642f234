package dev.crashharness.worker.lease;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.worker.store.LeaseLostException;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Task;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Against a monotonic clock that only the test moves; it begins just below the point at which it wraps round. */
final class LeaseWatchTest {
    private static final long BEGIN = Long.MAX_VALUE - 500;
    private static final Duration LEASE = Duration.ofNanos(1000);

    private final AtomicLong now = new AtomicLong(BEGIN);
    private final LeaseWatch watch = new LeaseWatch(
            new Lease(new Task("task-1", Contract.BLIND, "p"), 4, "ada", 1_000),
            LEASE,
            LossRule.byConfirmation(),
            now::get,
            BEGIN);

    @Test
    void aFreshLeaseHoldsUntilItsDurationIsOver() {
        at(1);
        assertHeld();
        at(999);
        assertHeld();

        at(1000);
        assertLost("no renewal was confirmed");
    }

    @Test
    void aConfirmedRenewalCountsFromWhenItWasAskedFor() {
        at(900);
        confirmRenewalAskedForAt(600);

        at(1599);
        assertHeld();
        at(1600);
        assertLost("no renewal was confirmed");
    }

    @Test
    void aRenewalThatFailedNeitherEndsTheLeaseNorProlongsIt() {
        // A failed renewal reports nothing to the watch, so that the last confirmed deadline stands.
        confirmRenewalAskedForAt(300);
        at(600);
        assertHeld();
        at(1300);
        assertLost("no renewal was confirmed");
    }

    @Test
    void aRefusedRenewalEndsTheLeaseAtOnceAndForGood() {
        watch.refused();
        assertLost("the store refused a renewal");

        watch.confirmed(now.get(), LEASE);
        assertLost("the store refused a renewal");
    }

    private void at(long sinceBegin) {
        now.set(BEGIN + sinceBegin);
    }

    private void confirmRenewalAskedForAt(long sinceBegin) {
        watch.confirmed(BEGIN + sinceBegin, LEASE);
    }

    private void assertHeld() {
        assertThatCode(watch::require).doesNotThrowAnyException();
    }

    private void assertLost(String why) {
        assertThatThrownBy(watch::require)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageStartingWith("lease on task-1 lost: ada held generation 4, " + why);
    }
}
