package dev.crashharness.worker.pipeline;

import static dev.crashharness.publisher.protocol.Contract.DEDUP_QUERY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import java.sql.SQLException;
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
