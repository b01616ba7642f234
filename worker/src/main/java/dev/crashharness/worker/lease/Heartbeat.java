package dev.crashharness.worker.lease;

import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Lease;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Renews the lease every third of its duration, on a thread and a connection of its own, until closed. */
public final class Heartbeat implements AutoCloseable {
    private final Store store;
    private final Lease lease;
    private final Duration duration;
    private final InstantSource clock;
    private final LeaseWatch watch;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread = new Thread(this::beatUntilStopped, "heartbeat");

    private Heartbeat(Store store, Lease lease, Duration duration, InstantSource clock, LeaseWatch watch) {
        this.store = store;
        this.lease = lease;
        this.duration = duration;
        this.clock = clock;
        this.watch = watch;
        thread.setDaemon(true);
    }

    /** Starts renewing {@code lease}; {@code store} becomes the heartbeat's own and is closed with it. */
    public static Heartbeat start(Store store, Lease lease, Duration duration, InstantSource clock, LeaseWatch watch) {
        Heartbeat heartbeat = new Heartbeat(store, lease, duration, clock, watch);
        heartbeat.thread.start();
        return heartbeat;
    }

    private void beatUntilStopped() {
        long periodMs = Math.max(1, duration.toMillis() / 3);
        try {
            boolean held = true;
            while (held && !stopped.await(periodMs, TimeUnit.MILLISECONDS)) {
                held = beat();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the lease may still be ours. */
    private boolean beat() {
        long askedAtNs = System.nanoTime();
        try {
            if (store.claims().renew(lease, clock.millis() + duration.toMillis())) {
                watch.confirmed(askedAtNs, duration);
                return true;
            }
            watch.refused();
            return false;
        } catch (SQLException e) {
            // Not lost, not renewed: the last confirmed deadline stands.
            System.err.println("worker: renewing the lease on " + lease.task().id() + " failed: " + e.getMessage());
            return true;
        }
    }

    @Override
    public void close() throws SQLException {
        stopped.countDown();
        try {
            // A beat that has begun ends within SQLite's busy timeout, so that this bound is never reached.
            thread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        store.close();
    }
}
