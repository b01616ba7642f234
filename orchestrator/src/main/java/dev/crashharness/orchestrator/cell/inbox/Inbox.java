package dev.crashharness.orchestrator.cell.inbox;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * What many threads put in and one takes out, in order. Thread-safe.
 *
 * @param <T> what is in it
 */
public final class Inbox<T> implements AutoCloseable {
    /** How soon a thread that waits for room sees that nobody will make any. */
    private static final long LOOK_AGAIN_MS = 50;

    private final LinkedBlockingQueue<T> queue;
    private final ScheduledThreadPoolExecutor clock;
    private volatile boolean closed;

    /** Holds at most {@code most} at a time, so that a child which floods it is slowed down and no memory is spent. */
    public Inbox(int most) {
        this.queue = new LinkedBlockingQueue<>(most);
        this.clock = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    Thread thread = new Thread(task, "inbox-clock");
                    thread.setDaemon(true);
                    return thread;
                },
                // Whoever asks for something later than the end gets nothing.
                new ThreadPoolExecutor.DiscardPolicy());
    }

    /**
     * Puts {@code one} in, and waits while there is no room. Once it is closed nobody takes anything out any more, and what is
     * put in is lost. Not for the thread that takes out.
     */
    public void put(T one) {
        try {
            boolean in = false;
            while (!in && !closed) {
                in = queue.offer(one, LOOK_AGAIN_MS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            // A listening thread that is being closed: what it saw is no longer asked for.
            Thread.currentThread().interrupt();
        }
    }

    /** Puts {@code one} in if there is room: enough for what only makes the other look, who has things to look at then. */
    public void hint(T one) {
        boolean unused = !closed && queue.offer(one);
    }

    /** Puts {@code one} in once {@code delay} has passed. Never waits itself. */
    public void after(Duration delay, T one) {
        ScheduledFuture<?> unused = clock.schedule(() -> put(one), delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The next, or empty when {@code deadlineNs} ({@link System#nanoTime}) has passed. */
    public Optional<T> next(long deadlineNs) throws InterruptedException {
        return Optional.ofNullable(queue.poll(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS));
    }

    /** Lets go whoever waits for room. */
    @Override
    public void close() {
        closed = true;
        clock.shutdownNow();
        queue.clear();
    }
}
