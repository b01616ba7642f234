package dev.crashharness.orchestrator.cell;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures how long this machine keeps a thread waiting beyond what it asked for: on one that stands still for longer than a
 * lease outlives, a worker loses its lease and has done nothing wrong. From its start to its close; the longest wait stays.
 */
final class Pulse implements AutoCloseable {
    private static final Duration BEAT = Duration.ofMillis(20);

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread = new Thread(this::beatUntilStopped, "pulse");
    private final LongSupplier clock;
    private volatile long longestNs;

    private Pulse(LongSupplier clock) {
        this.clock = clock;
        thread.setDaemon(true);
    }

    static Pulse start() {
        return start(System::nanoTime);
    }

    /** With another reading of the clock: a machine cannot be made to stand still for a test. */
    static Pulse start(LongSupplier nanoClock) {
        Pulse pulse = new Pulse(nanoClock);
        pulse.thread.start();
        return pulse;
    }

    /** So far. */
    Duration longest() {
        return Duration.ofNanos(longestNs);
    }

    private void beatUntilStopped() {
        try {
            long askedNs = clock.getAsLong();
            while (!stopped.await(BEAT.toNanos(), TimeUnit.NANOSECONDS)) {
                long wokenNs = clock.getAsLong();
                longestNs = Math.max(longestNs, wokenNs - askedNs - BEAT.toNanos());
                askedNs = wokenNs;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stopped.countDown();
    }
}
