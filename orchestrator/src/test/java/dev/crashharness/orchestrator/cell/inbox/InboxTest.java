package dev.crashharness.orchestrator.cell.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class InboxTest {
    private static final long SOON_NS = Duration.ofSeconds(20).toNanos();

    private final Inbox<String> inbox = new Inbox<>(2);

    @AfterEach
    void close() {
        inbox.close();
    }

    @Test
    void whatIsPutInComesOutInOrder() throws Exception {
        inbox.put("a");
        inbox.hint("b");

        assertThat(next()).contains("a");
        assertThat(next()).contains("b");
        assertThat(inbox.next(System.nanoTime())).isEmpty();
    }

    @Test
    void whoPutsInWaitsForRoom() throws Exception {
        fill();
        Thread late = start(() -> inbox.put("c"));
        await().until(() -> late.getState() == Thread.State.TIMED_WAITING);

        assertThat(next()).contains("a");
        late.join();
        assertThat(next()).contains("b");
        assertThat(next()).contains("c");
    }

    /** A child that floods at its end would else keep its reader for ever, and whoever closes would wait for that. */
    @Test
    void whoWaitsForRoomIsLetGoAtTheEnd() throws Exception {
        fill();
        Thread late = start(() -> inbox.put("c"));
        await().until(() -> late.getState() == Thread.State.TIMED_WAITING);

        inbox.close();

        late.join(TimeUnit.SECONDS.toMillis(20));
        assertThat(late.isAlive()).as("it still waits").isFalse();
        inbox.put("d");
        inbox.put("e");
        inbox.put("f");
    }

    /** The thread that takes out may hint: nobody else would make room for it. */
    @Test
    void aHintThatFindsNoRoomIsNoneAndWaitsForNobody() throws Exception {
        fill();
        inbox.hint("c");

        assertThat(next()).contains("a");
        assertThat(next()).contains("b");
        assertThat(inbox.next(System.nanoTime())).isEmpty();
    }

    @Test
    void whatIsForLaterComesThen() throws Exception {
        inbox.after(Duration.ofHours(1), "much later");
        inbox.put("now");
        assertThat(next()).contains("now");

        long begin = System.nanoTime();
        inbox.after(Duration.ofMillis(30), "late");

        assertThat(next()).contains("late");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(30));
        inbox.close();
        inbox.after(Duration.ZERO, "never");
        assertThat(inbox.next(System.nanoTime() + Duration.ofMillis(50).toNanos()))
                .isEmpty();
    }

    private void fill() {
        inbox.put("a");
        inbox.put("b");
    }

    private Optional<String> next() throws InterruptedException {
        return inbox.next(System.nanoTime() + SOON_NS);
    }

    private static Thread start(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
