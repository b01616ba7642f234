package dev.crashharness.orchestrator.matrix.stop;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Threads that work is done on, some at a time. Closing them interrupts what still runs and waits for its end: interrupted work
 * kills what it has started, and whoever closes them goes on to close what it kills with. Thread-safe.
 */
public final class StoppableThreads implements AutoCloseable {
    /** A process has 10 s to die of its kill; a cell has several, killed one after the other. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final ExecutorService pool;

    /** {@code count} daemons named {@code name}. */
    public StoppableThreads(int count, String name) {
        pool = Executors.newFixedThreadPool(count, runnable -> {
            Thread thread = new Thread(runnable, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Has {@code work} done when a thread is free. */
    public Future<?> submit(Callable<Void> work) {
        return pool.submit(work);
    }

    /** Whether they are being closed: what work comes to from now on may be the interrupt's doing. */
    public boolean stopping() {
        return pool.isShutdown();
    }

    /** An interrupt ends the waiting and is handed on. */
    @Override
    public void close() {
        pool.shutdownNow();
        try {
            // After that nothing is left to be done; children die with this process.
            boolean unused = pool.awaitTermination(LONGEST.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
