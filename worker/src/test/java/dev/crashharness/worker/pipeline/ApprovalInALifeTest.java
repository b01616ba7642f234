package dev.crashharness.worker.pipeline;

import static dev.crashharness.publisher.protocol.Contract.DEDUP_QUERY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.worker.config.WorkerConfig;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A worker stores what it would send, and sends nothing before a person has approved it. */
final class ApprovalInALifeTest extends LifeFixture {
    @Test
    void aTaskThatNeedsApprovalGoesFromTheIntentToAPersonAndThenToItsEffect() throws Exception {
        submitToBeApproved(DEDUP_QUERY);
        try (PublisherFixture publisher = publisher(DEDUP_QUERY)) {
            assertThat(live("ada", publisher.address())).isEqualTo(WorkerExit.AWAITING_APPROVAL);
            assertThat(store("SELECT state, generation, owner FROM task")).containsExactly("awaiting_approval|1|null");
            String operation = store("SELECT operation FROM intent").get(0);
            assertThat(store("SELECT * FROM attempt")).isEmpty();

            assertThat(live("bob", publisher.address())).isEqualTo(WorkerExit.AWAITING_APPROVAL);
            assertThat(store("SELECT max(generation) FROM lease_history")).containsExactly("1");

            approve();
            assertThat(live("bob", publisher.address())).isEqualTo(WorkerExit.SUCCEEDED);
            assertThat(store("SELECT operation, generation FROM attempt")).containsExactly(operation + "|2");
        }
        assertThat(store("SELECT state, generation FROM task")).containsExactly("succeeded|2");
        assertThat(store("SELECT * FROM refusal")).isEmpty();
        assertThat(ledger("SELECT count(*) FROM effect")).containsExactly("1");
    }

    @Test
    void aSuccessorThatFindsAnUnapprovedIntentSendsNothingEither() throws Exception {
        submitToBeApproved(DEDUP_QUERY);
        dieWithAnIntent();
        try (PublisherFixture publisher = publisher(DEDUP_QUERY)) {
            assertThat(live("bob", publisher.address())).isEqualTo(WorkerExit.AWAITING_APPROVAL);
        }
        assertThat(store("SELECT state, generation FROM task")).containsExactly("awaiting_approval|2");
        assertThat(ledger("SELECT * FROM request_log")).isEmpty();
    }

    @Test
    void aSuccessorThatFindsAnApprovedIntentSendsThatOne() throws Exception {
        submitToBeApproved(DEDUP_QUERY);
        Intent intent = dieWithAnIntent();
        approve();
        try (PublisherFixture publisher = publisher(DEDUP_QUERY)) {
            assertThat(live("bob", publisher.address())).isEqualTo(WorkerExit.SUCCEEDED);
        }
        assertThat(ledger("SELECT operation FROM effect")).containsExactly(intent.operation());
    }

    /** Stopped behind its intent, it wakes up in its heir's life: what it may not write it has lost. */
    @Test
    void whoMayNotEvenWaitForAnApprovalHasLostItsLease() throws Exception {
        submitToBeApproved(DEDUP_QUERY);
        dieWithAnIntent();
        Decisions overtaken = Decisions.correct().withInherited(intent -> {
            clock.set(clock.millis() + LEASE.toMillis());
            takeOver("carl");
            return intent;
        });
        WorkerConfig config = config("bob", nowhere(), Duration.ofSeconds(10));

        assertThat(new WorkerLife(config, CrashGate.disarmed(), clock, overtaken).run())
                .isEqualTo(WorkerExit.LEASE_LOST);

        assertThat(store("SELECT state, generation, owner FROM task")).containsExactly("running|3|carl");
        assertThat(store("SELECT generation, owner, what, value, found_generation FROM refusal ORDER BY rowid"))
                .containsExactly("2|bob|wait for an approval|awaiting_approval|3", "2|bob|release|bob|3");
    }

    private void takeOver(String owner) {
        try {
            claim(owner);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private Intent dieWithAnIntent() throws SQLException {
        Lease dead = claim("ada");
        Intent intent = Intent.mint("hello");
        try (Store store = Store.open(file(), clock)) {
            store.publication().prepare(dead, intent);
        }
        expire(dead);
        return intent;
    }

    private void approve() throws SQLException {
        try (Store store = Store.open(file(), clock)) {
            store.approvals().approve("task-1", Optional.empty(), "eve", () -> {});
        }
    }
}
