package dev.crashharness.orchestrator.evidence;

import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalLong;

/**
 * The monotonic and the wall clock, read as one. What the harness waits for is measured by the first; leases and windows of
 * what is under test rest on the second, which somebody can set, and which runs on while a laptop sleeps.
 */
record TwoClocks(InstantSource wallClock) {
    /** Between both readings this thread may lose its processor, and that would look like a jump. */
    private static final long AT_ONCE_NS = Duration.ofMillis(50).toNanos();

    private static final int MOST_TRIES = 10;

    /**
     * Both at one moment.
     *
     * @param epochMs empty when they could not be read at one
     */
    record Reading(long nanoTime, OptionalLong epochMs) {}

    Reading read() {
        for (int tries = 1; tries <= MOST_TRIES; tries++) {
            long before = System.nanoTime();
            long epochMs = wallClock.millis();
            if (System.nanoTime() - before <= AT_ONCE_NS) {
                return new Reading(before, OptionalLong.of(epochMs));
            }
        }
        return new Reading(System.nanoTime(), OptionalLong.empty());
    }
}
