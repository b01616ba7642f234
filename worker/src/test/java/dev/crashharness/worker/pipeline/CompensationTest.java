package dev.crashharness.worker.pipeline;

import static dev.crashharness.publisher.protocol.Contract.BLIND;
import static dev.crashharness.publisher.protocol.Contract.DEDUP_QUERY;
import static dev.crashharness.publisher.protocol.Contract.QUERY_ONLY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.PublisherClient;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.worker.Tries;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Compensation;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Resolution.Kind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Undoing an unknown: an operation of its own, which can be done, refused, or not proved. */
final class CompensationTest extends LifeFixture {
    @Test
    void aCancelWithAReceiptCompensatesAndTheOriginalsRecordStaysAsItWas() throws Exception {
        Request original = unknown(BLIND);
        List<String> before = originalRecord();
        resolve(Kind.COMPENSATE, Optional.empty());
        try (PublisherFixture publisher = publisher(BLIND)) {
            assertThat(live("cyd", publisher.address())).isEqualTo(WorkerExit.COMPENSATED);
            assertThat(live("dan", publisher.address())).isEqualTo(WorkerExit.COMPENSATED);
        }

        assertThat(store("SELECT state, generation, owner FROM task")).containsExactly("compensated|3|null");
        assertThat(originalRecord()).isEqualTo(before);
        String operation = store("SELECT operation FROM compensation").get(0);
        assertThat(ledger("SELECT operation, original, generation FROM cancellation"))
                .containsExactly(operation + "|" + original.operation() + "|3");
        assertThat(store("SELECT generation, outcome FROM attempt WHERE operation = '" + operation + "'"))
                .containsExactly("3|receipt");
    }

    @Test
    void theLateOriginalMeetsTheTombstone() throws Exception {
        Request original = unknown(BLIND);
        resolve(Kind.COMPENSATE, Optional.empty());
        try (PublisherFixture publisher = publisher(BLIND)) {
            live("cyd", publisher.address());

            assertThat(ask(publisher, original).status()).isEqualTo(Status.CANCELLED);
        }
        assertThat(ledger("SELECT * FROM effect")).isEmpty();
        assertThat(store("SELECT state FROM task")).containsExactly("compensated");
    }

    @Test
    void aRefusedCancelIsAFailedCompensation() throws Exception {
        unknown(DEDUP_QUERY);
        resolve(Kind.COMPENSATE, Optional.empty());
        List<String> before = originalRecord();
        try (PublisherFixture publisher = refusingPublisher(DEDUP_QUERY)) {
            assertThat(live("cyd", publisher.address())).isEqualTo(WorkerExit.FAILED);
            assertThat(live("dan", publisher.address())).isEqualTo(WorkerExit.FAILED);
        }
        assertThat(store("SELECT state FROM task")).containsExactly("compensation_failed");
        assertThat(store("SELECT state, receipt FROM compensation")).containsExactly("refused|null");
        assertThat(originalRecord()).isEqualTo(before);
    }

    @Test
    void aSilentCancelStaysCompensatingWithItsOwnUnknownAndIsNotSentBlindlyAgain() throws Exception {
        unknown(BLIND);
        resolve(Kind.COMPENSATE, Optional.empty());
        try (DeafPublisher publisher = new DeafPublisher(request -> null, Status.NOT_FOUND)) {
            assertThat(live("cyd", publisher.address())).isEqualTo(WorkerExit.UNKNOWN);
            assertThat(live("dan", publisher.address())).isEqualTo(WorkerExit.UNKNOWN);

            assertThat(publisher.received(Request.Kind.CANCEL)).hasSize(1);
            assertThat(publisher.received(Request.Kind.PUBLISH)).isEmpty();
        }
        assertThat(store("SELECT state, generation, owner FROM task")).containsExactly("compensating|4|null");
        assertThat(store("SELECT state FROM compensation")).containsExactly("prepared");
        assertThat(store("SELECT generation, outcome FROM attempt ORDER BY rowid"))
                .containsExactly("1|unknown", "3|unknown");
    }

    @Test
    void aSuccessorGoesOnWithTheSameOperationWhereThatIsSafe() throws Exception {
        unknown(DEDUP_QUERY);
        resolve(Kind.COMPENSATE, Optional.empty());
        try (DeafPublisher publisher = new DeafPublisher(request -> null, Status.NOT_FOUND)) {
            assertThat(live("cyd", publisher.address())).isEqualTo(WorkerExit.UNKNOWN);
            assertThat(publisher.received(Request.Kind.CANCEL)).hasSize(3);
        }
        try (PublisherFixture publisher = publisher(DEDUP_QUERY)) {
            assertThat(live("dan", publisher.address())).isEqualTo(WorkerExit.COMPENSATED);
        }
        assertThat(store("SELECT count(*) FROM compensation")).containsExactly("1");
        assertThat(ledger("SELECT DISTINCT operation FROM request_log"))
                .isEqualTo(store("SELECT operation FROM compensation"));
    }

    @Test
    void aSuccessorClosesTheDeadsCancelAndConfirmsWhatALookupFindsOfIt() throws Exception {
        unknown(QUERY_ONLY);
        resolve(Kind.COMPENSATE, Optional.empty());
        Request cancel = dieWithAnOpenCancel();
        List<String> before = originalRecord();
        try (PublisherFixture publisher = publisher(QUERY_ONLY)) {
            String receipt = ask(publisher, cancel).receipt();

            assertThat(live("dan", publisher.address())).isEqualTo(WorkerExit.COMPENSATED);

            assertThat(store("SELECT state, receipt, generation FROM compensation"))
                    .containsExactly("done|" + receipt + "|3");
        }
        assertThat(store("SELECT outcome FROM attempt WHERE operation = '" + cancel.operation() + "'"))
                .containsExactly("unknown");
        assertThat(originalRecord()).isEqualTo(before);
        assertThat(ledger("SELECT count(*) FROM cancellation")).containsExactly("1");
    }

    @Test
    void aCancelThatCannotBeFoundIsNotSentASecondTimeWhereThatWouldBeASecondOne() throws Exception {
        unknown(QUERY_ONLY);
        resolve(Kind.COMPENSATE, Optional.empty());
        dieWithAnOpenCancel();
        try (PublisherFixture publisher = publisher(QUERY_ONLY)) {
            assertThat(live("dan", publisher.address())).isEqualTo(WorkerExit.UNKNOWN);
        }
        assertThat(store("SELECT state FROM task")).containsExactly("compensating");
        assertThat(ledger("SELECT kind FROM request_log")).containsExactly("lookup");
    }

    /** The way out that a person has: the same compensation is asked about again, for its cancel may have come late. */
    @Test
    void anUnprovedCompensationIsLookedUpAgainUnderTheSameOperation() throws Exception {
        unknown(QUERY_ONLY);
        resolve(Kind.COMPENSATE, Optional.empty());
        Request late = dieWithAnOpenCancel();
        try (PublisherFixture publisher = publisher(QUERY_ONLY)) {
            assertThat(live("dan", publisher.address())).isEqualTo(WorkerExit.UNKNOWN);
            String receipt = ask(publisher, late).receipt();

            assertThat(live("eve", publisher.address())).isEqualTo(WorkerExit.COMPENSATED);

            assertThat(store("SELECT operation, state, receipt FROM compensation"))
                    .containsExactly(late.operation() + "|done|" + receipt);
        }
        assertThat(ledger("SELECT kind, operation FROM request_log WHERE kind = 'lookup'"))
                .containsExactly("lookup|" + late.operation(), "lookup|" + late.operation());
    }

    @Test
    void aPublishThatWasCancelledUnderItsSenderDoesNotSucceed() throws Exception {
        submit(BLIND);
        try (DeafPublisher publisher = new DeafPublisher(
                request -> Reply.without(Status.CANCELLED, request, "was cancelled"), Status.NOT_FOUND)) {
            assertThat(live("ada", publisher.address())).isEqualTo(WorkerExit.REFUSED);
        }
        assertThat(store("SELECT outcome, evidence FROM attempt")).containsExactly("refused|tombstone: was cancelled");
        assertThat(store("SELECT state FROM intent")).containsExactly("prepared");
    }

    @Test
    void whatAPersonHasEndedIsClaimedByNobody() throws Exception {
        unknown(BLIND);
        resolve(Kind.NOT_EXECUTED, Optional.empty());

        assertThat(live("cyd", nowhere())).isEqualTo(WorkerExit.FAILED);
        assertThat(store("SELECT state, generation FROM task")).containsExactly("failed|2");
    }

    private static Reply ask(PublisherFixture publisher, Request request) {
        return ((Answered) new PublisherClient(publisher.address(), Duration.ofSeconds(10)).exchange(request)).reply();
    }

    /** Generation 1 died with an open try, generation 2 could not find out; returns what was never delivered. */
    private Request unknown(Contract contract) throws SQLException {
        submit(contract);
        Request lost = dieWithAnOpenAttempt();
        Lease lease = claim("bob");
        try (Store store = Store.open(file(), clock)) {
            Attempt open = store.attempts().of("task-1").get(0);
            store.attempts().close(lease, open, Outcome.UNKNOWN, "taken over");
            store.publication().giveUp(lease);
            store.claims().release(lease);
        }
        return lost;
    }

    /** Generation 3 got as far as its cancel's row; returns what it would have sent. */
    private Request dieWithAnOpenCancel() throws SQLException {
        Lease dead = claim("cyd");
        try (Store store = Store.open(file(), clock)) {
            Compensation compensation = Compensation.mint(
                    store.publication().intent("task-1").orElseThrow().operation());
            store.compensations().prepare(dead, compensation);
            Attempt attempt = Tries.begin(store, dead, compensation.operation());
            expire(dead);
            return Request.cancel(
                    PublisherFixture.TOKEN,
                    "task-1",
                    compensation.operation(),
                    attempt.id(),
                    3,
                    compensation.original());
        }
    }

    private List<String> originalRecord() throws SQLException {
        List<String> rows = store("SELECT * FROM intent");
        rows.addAll(store("SELECT attempt.* FROM attempt JOIN intent USING (operation)"));
        return rows;
    }
}
