package dev.crashharness.orchestrator.matrix.stop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StoppableThreadsTest {
    private final StoppableThreads threads = new StoppableThreads(2, "work");
    private final CountDownLatch working = new CountDownLatch(1);
    private final CountDownLatch killing = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final AtomicBoolean killed = new AtomicBoolean();

    /** It is interrupted, and what it has started is killed only when {@link #mayEnd} says so. */
    private Void work() throws InterruptedException {
        working.countDown();
        try {
            new CountDownLatch(1).await();
            return null;
        } finally {
            killing.countDown();
            mayEnd.await();
            killed.set(true);
        }
    }

    @Test
    void whatIsStoppedHasKilledItsProcessesWhenTheyAreClosed() throws Exception {
        Future<?> unused = threads.submit(this::work);
        working.await();
        Thread closing = new Thread(threads::close);
        closing.start();
        killing.await();
        await("it waits for the work")
                .atMost(Duration.ofSeconds(20))
                .failFast("it did not wait", () -> !closing.isAlive())
                .until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        assertThat(threads.stopping()).isTrue();

        mayEnd.countDown();
        closing.join();

        assertThat(killed).isTrue();
    }

    @Test
    void anInterruptEndsTheWaitingAndIsHandedOn() throws Exception {
        Future<?> unused = threads.submit(this::work);
        working.await();
        Thread.currentThread().interrupt();

        threads.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(killed).isFalse();
        mayEnd.countDown();
    }

    @Test
    void nothingIsWaitedForWhenAllIsDone() throws Exception {
        mayEnd.countDown();
        assertThat(threads.submit(() -> null).get()).isNull();
        assertThat(threads.stopping()).isFalse();

        threads.close();

        assertThat(threads.stopping()).isTrue();
    }
}
