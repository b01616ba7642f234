package dev.crashharness.worker.pipeline;

import static dev.crashharness.publisher.protocol.Contract.BLIND;
import static dev.crashharness.publisher.protocol.Contract.DEDUP_QUERY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.worker.config.WorkerConfig;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Step;
import dev.crashharness.worker.task.Task;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** What a worker does between claim and release. */
final class WorkerLifeTest extends LifeFixture {
    @Test
    void aCleanRunEndsSucceededWithFourCheckpointsAndOneAttempt() throws Exception {
        submit(DEDUP_QUERY);
        try (PublisherFixture publisher = publisher(DEDUP_QUERY)) {
            assertThat(live("ada", publisher.address())).isEqualTo(WorkerExit.SUCCEEDED);
        }

        String receipt = ledger("SELECT receipt FROM effect").get(0);
        assertThat(store("SELECT state, generation, owner, lease_expires_at_ms FROM task"))
                .containsExactly("succeeded|1|null|null");
        assertThat(store("SELECT step, generation, owner FROM checkpoint ORDER BY rowid"))
                .containsExactly("collect|1|ada", "draft|1|ada", "verify|1|ada", "publish|1|ada");
        assertThat(store("SELECT generation, outcome, receipt FROM attempt")).containsExactly("1|receipt|" + receipt);
        assertThat(store("SELECT state, receipt FROM intent")).containsExactly("confirmed|" + receipt);
        assertThat(ledger("SELECT payload, generation FROM effect")).containsExactly("Draft of task-1: hello|1");
    }

    @Test
    void anotherLifeAfterTheEndChangesNothing() throws Exception {
        submit(DEDUP_QUERY);
        try (PublisherFixture publisher = publisher(DEDUP_QUERY)) {
            live("ada", publisher.address());
            String before = lastAudit();

            assertThat(live("bob", publisher.address())).isEqualTo(WorkerExit.SUCCEEDED);

            assertThat(lastAudit()).isEqualTo(before);
            assertThat(ledger("SELECT kind FROM request_log")).containsExactly("publish");
        }
    }

    @Test
    void aLiveLeaseEndsTheLifeAtOnceAndChangesNothing() throws Exception {
        submit(DEDUP_QUERY);
        claim("ada");
        String before = lastAudit();

        assertThat(live("bob", nowhere())).isEqualTo(WorkerExit.LEASE_LIVE);

        assertThat(lastAudit()).isEqualTo(before);
    }

    /** From the claim's look at the wall clock, on which its expiry rests, to the end of its COMMIT a lease may pass. */
    @Test
    void aClaimThatTakesLongerThanItsLeaseIsLostBeforeTheFirstStep() throws Exception {
        submit(DEDUP_QUERY);
        WorkerConfig config = config("ada", nowhere(), Duration.ofSeconds(10));
        LongSupplier aLeaseLater = () -> System.nanoTime() + LEASE.toNanos();
        WorkerLife life = new WorkerLife(config, CrashGate.disarmed(), clock, Decisions.correct(), aLeaseLater);

        assertThat(life.run()).isEqualTo(WorkerExit.LEASE_LOST);

        assertThat(store("SELECT generation, owner FROM task")).containsExactly("1|null");
        assertThat(store("SELECT * FROM checkpoint")).isEmpty();
    }

    @Test
    void aTakeoverKeepsTheStepsThatAreSaved() throws Exception {
        submit(DEDUP_QUERY);
        Lease dead = claim("ada");
        try (Store store = Store.open(file(), clock)) {
            store.checkpoints().save(dead, Step.COLLECT, "as ada saw it", () -> {});
        }
        expire(dead);
        try (PublisherFixture publisher = publisher(DEDUP_QUERY)) {
            assertThat(live("bob", publisher.address())).isEqualTo(WorkerExit.SUCCEEDED);
        }

        assertThat(store("SELECT step, generation FROM checkpoint ORDER BY rowid"))
                .containsExactly("collect|1", "draft|2", "verify|2", "publish|2");
        assertThat(ledger("SELECT payload FROM effect")).containsExactly("Draft of task-1: as ada saw it");
    }

    @Test
    void aTaskThatTheStoreDoesNotHoldIsNamed() throws Exception {
        Store.submit(file(), new Task("task-2", BLIND, "p"), clock);

        assertThatThrownBy(() -> live("ada", nowhere()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds no task task-1");
    }
}
