package dev.crashharness.worker.pipeline;

import dev.crashharness.worker.store.LeaseLostException;
import dev.crashharness.worker.task.Lease;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether this worker may still believe in its lease: until the last <em>confirmed</em> deadline, on the monotonic
 * clock, and not after the store said no. A renewal that throws neither ends the lease nor prolongs it
 * (bytedance/deer-flow#4414). Thread-safe.
 */
final class LeaseWatch {
    private final Lease lease;
    private final LongSupplier nanoTime;
    private volatile long confirmedUntilNs;
    private volatile String lostBecause;

    LeaseWatch(Lease lease, Duration duration, LongSupplier nanoTime) {
        this.lease = lease;
        this.nanoTime = nanoTime;
        this.confirmedUntilNs = nanoTime.getAsLong() + duration.toNanos();
    }

    /** The store accepted a renewal that was asked for at {@code askedAtNs}. */
    void confirmed(long askedAtNs, Duration duration) {
        confirmedUntilNs = askedAtNs + duration.toNanos();
    }

    /** The store refused a renewal. */
    void lost(String why) {
        lostBecause = why;
    }

    /**
     * Ends this worker's work when the lease is no longer its own. Asked before each step and each attempt, and never
     * between the attempt row and the send.
     */
    void require() {
        String why = lostBecause;
        if (why == null && nanoTime.getAsLong() - confirmedUntilNs >= 0) {
            why = "no renewal was confirmed before it ran out";
        }
        if (why != null) {
            throw new LeaseLostException(lease, why);
        }
    }
}
