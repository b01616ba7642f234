package dev.crashharness.worker.lease;

import dev.crashharness.worker.store.LeaseLostException;
import dev.crashharness.worker.task.Lease;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Whether this worker may still believe in its lease, on the monotonic clock. Thread-safe. */
public final class LeaseWatch {
    private final Lease lease;
    private final LossRule rule;
    private final LongSupplier nanoTime;
    private volatile long confirmedUntilNs;
    private volatile boolean refused;

    /**
     * Watches a lease that was claimed for {@code duration}.
     *
     * @param claimedAtNs the moment from which its expiry is counted, by {@code nanoTime}: not the end of the claim's
     *     COMMIT, before which lies any pause
     */
    public LeaseWatch(Lease lease, Duration duration, LossRule rule, LongSupplier nanoTime, long claimedAtNs) {
        this.lease = lease;
        this.rule = rule;
        this.nanoTime = nanoTime;
        this.confirmedUntilNs = claimedAtNs + duration.toNanos();
    }

    /** The store accepted a renewal that was asked for at {@code askedAtNs}. */
    void confirmed(long askedAtNs, Duration duration) {
        confirmedUntilNs = askedAtNs + duration.toNanos();
    }

    /** The store refused a renewal. */
    void refused() {
        refused = true;
    }

    /**
     * Ends this worker's work when the lease is no longer its own. Asked before each step and each attempt, and never
     * between the attempt row and the send.
     */
    public void require() {
        boolean overdue = nanoTime.getAsLong() - confirmedUntilNs >= 0;
        rule.lost(refused, overdue).ifPresent(why -> {
            throw new LeaseLostException(lease, why);
        });
    }
}
