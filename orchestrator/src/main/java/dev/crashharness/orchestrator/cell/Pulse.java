package dev.crashharness.orchestrator.cell;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Measures how long this machine keeps a thread waiting beyond what it asked for: on one that stands still for longer than a
 * lease outlives, a worker loses its lease and has done nothing wrong. From its start to its close; the longest wait stays.
 */
final class Pulse implements AutoCloseable {
    private static final Duration BEAT = Duration.ofMillis(20);

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread = new Thread(this::beatUntilStopped, "pulse");
    private volatile long longestNs;

    private Pulse() {
        thread.setDaemon(true);
    }

    static Pulse start() {
        Pulse pulse = new Pulse();
        pulse.thread.start();
        return pulse;
    }

    /** So far. */
    Duration longest() {
        return Duration.ofNanos(longestNs);
    }

    private void beatUntilStopped() {
        try {
            long askedNs = System.nanoTime();
            while (!stopped.await(BEAT.toNanos(), TimeUnit.NANOSECONDS)) {
                long wokenNs = System.nanoTime();
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
