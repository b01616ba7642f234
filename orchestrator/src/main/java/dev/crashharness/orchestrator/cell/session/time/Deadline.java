package dev.crashharness.orchestrator.cell.session.time;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Until when a session may take.
 *
 * @param ns by {@link System#nanoTime}
 */
public record Deadline(long ns) {
    /** One that begins now. */
    public static Deadline in(Duration duration) {
        return new Deadline(System.nanoTime() + duration.toNanos());
    }

    /** Whether it is over. */
    public boolean hasPassed() {
        return System.nanoTime() - ns >= 0;
    }

    /** What is left, at least a nanosecond. */
    public Duration left() {
        return Duration.ofNanos(Math.max(1, ns - System.nanoTime()));
    }

    /**
     * When to look at the wall clock again for one who waits until it has passed {@code epochMs}: then, or at the deadline if
     * that is sooner, for a child may name any time.
     *
     * @param nowMs of the wall clock, which may be set while one waits: ask anew each time
     * @param nowNs of {@link System#nanoTime}, in which the answer is
     */
    public long wakeFor(long epochMs, long nowMs, long nowNs) {
        // Saturates where a multiplication would come out negative, and the wait be none.
        long leftNs = TimeUnit.MILLISECONDS.toNanos(Math.max(0, epochMs - nowMs) + 1);
        return leftNs < ns - nowNs ? nowNs + leftNs : ns;
    }
}
