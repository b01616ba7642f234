package dev.crashharness.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.worker.SettableClock;
import dev.crashharness.worker.Sql;
import dev.crashharness.worker.store.ClaimOutcome.Claimed;
import dev.crashharness.worker.store.LeaseLostException;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Task;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real heartbeat on a real store, beating every 10 ms. Its looks at the clock tell the test how often it has beaten. */
@Timeout(60)
final class HeartbeatTest {
    private static final Duration SHORT = Duration.ofMillis(30);

    private final SettableClock time = new SettableClock();
    private final BlockingQueue<String> beats = new LinkedBlockingQueue<>();
    private final InstantSource counted = () -> {
        beats.add("beat");
        return time.instant();
    };

    @TempDir
    private Path directory;

    private Store store;
    private Lease lease;
    private LeaseWatch watch;

    @BeforeEach
    void claim() throws SQLException {
        Store.submit(file(), new Task("task-1", Contract.BLIND, "p"), time);
        store = Store.open(file(), time);
        lease = ((Claimed) store.claims().claim("task-1", "ada", SHORT, () -> {})).lease();
        // A watch that ends by a refusal only: how long a slow machine takes for a beat is not the question here.
        watch = new LeaseWatch(lease, Duration.ofHours(1), LossRule.byConfirmation(), () -> 0, 0);
    }

    @AfterEach
    void close() throws SQLException {
        store.close();
    }

    @Test
    void theLeaseIsRenewedAgainAndAgainAndNoMoreOnceClosed() throws Exception {
        try (Heartbeat heartbeat = start()) {
            assertThat(heartbeat).isNotNull();
            awaitBeat();
            moveTheClockAndAwaitARenewal();
        }

        assertThat(rows("SELECT state, generation, owner, lease_expires_at_ms FROM task"))
                .containsExactly("running|1|ada|5000030");
        assertThat(threads()).doesNotContain("heartbeat");
        watch.require();
    }

    @Test
    void aRefusedRenewalMarksTheLeaseAsLostAndEndsTheBeating() throws Exception {
        Sql.run(file(), "UPDATE task SET generation = 2, owner = 'bob', lease_expires_at_ms = 7");
        Heartbeat heartbeat = start();
        awaitBeat();
        heartbeat.close();

        assertThatThrownBy(watch::require)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("the store refused a renewal");
        assertThat(rows("SELECT generation, owner, lease_expires_at_ms FROM task"))
                .containsExactly("2|bob|7");
        assertThat(rows("SELECT generation, owner, what, found_generation, found_owner FROM refusal"))
                .containsExactly("1|ada|renew|2|bob");
    }

    @Test
    void aRenewalThatFailsIsNoLossAndTheNextOneIsTriedAgain() throws Exception {
        Sql.run(
                file(),
                "CREATE TRIGGER broken BEFORE UPDATE ON task BEGIN SELECT raise(ABORT, 'the disk is full'); END");
        try (Heartbeat heartbeat = start()) {
            assertThat(heartbeat).isNotNull();
            awaitBeat();
            awaitBeat();
            assertThatCode(watch::require).doesNotThrowAnyException();

            Sql.run(file(), "DROP TRIGGER broken");
            moveTheClockAndAwaitARenewal();
        }
        assertThat(rows("SELECT lease_expires_at_ms FROM task")).containsExactly("5000030");
        assertThat(rows("SELECT * FROM refusal")).isEmpty();
    }

    @Test
    void closingEndsALongPauseAtOnceAndGivesTheConnectionBack() throws Exception {
        Store own = Store.open(file(), counted);
        Heartbeat.start(own, lease, Duration.ofDays(1), counted, watch).close();

        assertThatThrownBy(() -> own.claims().release(lease)).isInstanceOf(SQLException.class);
        assertThat(beats).isEmpty();
    }

    private Heartbeat start() throws SQLException {
        return Heartbeat.start(Store.open(file(), time), lease, SHORT, counted, watch);
    }

    /** A beat that is counted after the move looks at the clock after it; the next one says that it was written. */
    private void moveTheClockAndAwaitARenewal() throws InterruptedException {
        time.set(5_000_000);
        beats.clear();
        awaitBeat();
        awaitBeat();
    }

    private void awaitBeat() throws InterruptedException {
        assertThat(beats.poll(10, TimeUnit.SECONDS)).isNotNull();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }

    private List<String> rows(String query) throws SQLException {
        return Sql.rows(file(), query);
    }

    private Path file() {
        return directory.resolve("store.sqlite");
    }
}
