package dev.crashharness.worker.pipeline;

import static dev.crashharness.publisher.protocol.Contract.BLIND;
import static dev.crashharness.publisher.protocol.Contract.DEDUP_QUERY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.PublisherClient;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.publisher.protocol.Request.Kind;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a worker does about an operation that has been tried before. */
final class RecoveryTest extends LifeFixture {
    @Test
    void aBlindAttemptOfADeadGenerationEndsUnknownWithItsEvidenceAndSendsNothing() throws Exception {
        submit(BLIND);
        dieWithAnOpenAttempt();
        try (PublisherFixture publisher = publisher(BLIND)) {
            assertThat(live("bob", publisher.address())).isEqualTo(WorkerExit.UNKNOWN);
        }

        assertThat(ledger("SELECT * FROM request_log")).isEmpty();
        assertThat(store("SELECT state, generation, owner FROM task")).containsExactly("unknown|2|null");
        assertThat(store("SELECT generation, outcome FROM attempt")).containsExactly("1|unknown");
        assertThat(store("SELECT evidence FROM attempt").get(0))
                .contains("generation 1 recorded this try and was taken over by generation 2");
    }

    @Test
    void aDedupQueryAttemptOfADeadGenerationIsLookedUpAndConfirmedWithoutANewAttempt() throws Exception {
        submit(DEDUP_QUERY);
        Request sent = dieWithAnOpenAttempt();
        try (PublisherFixture publisher = publisher(DEDUP_QUERY)) {
            Answered answer =
                    (Answered) new PublisherClient(publisher.address(), Duration.ofSeconds(10)).exchange(sent);

            assertThat(live("bob", publisher.address())).isEqualTo(WorkerExit.SUCCEEDED);

            String receipt = answer.reply().receipt();
            assertThat(store("SELECT state, receipt FROM intent")).containsExactly("confirmed|" + receipt);
        }
        assertThat(store("SELECT generation, outcome, receipt FROM attempt")).containsExactly("1|unknown|null");
        assertThat(ledger("SELECT kind FROM request_log ORDER BY request")).containsExactly("publish", "lookup");
    }

    @Test
    void aDedupQueryAttemptThatNeverArrivedIsLookedUpAndSentUnderTheSameOperation() throws Exception {
        submit(DEDUP_QUERY);
        Request lost = dieWithAnOpenAttempt();
        try (PublisherFixture publisher = publisher(DEDUP_QUERY)) {
            assertThat(live("bob", publisher.address())).isEqualTo(WorkerExit.SUCCEEDED);
        }

        assertThat(ledger("SELECT kind, operation FROM request_log ORDER BY request"))
                .containsExactly("lookup|" + lost.operation(), "publish|" + lost.operation());
        assertThat(store("SELECT generation, outcome FROM attempt ORDER BY rowid"))
                .containsExactly("1|unknown", "2|receipt");
    }

    @Test
    void aGenerationSendsAtMostThreeTimesAndEachTryIsOnRecord() throws Exception {
        submit(DEDUP_QUERY);
        try (DeafPublisher publisher = new DeafPublisher(request -> null, Status.NOT_FOUND)) {
            assertThat(live("ada", publisher.address())).isEqualTo(WorkerExit.UNKNOWN);

            List<Request> sent = publisher.received(Kind.PUBLISH);
            assertThat(sent).hasSize(3);
            assertThat(sent.stream().map(Request::operation).distinct()).hasSize(1);
            assertThat(store("SELECT attempt FROM attempt ORDER BY rowid"))
                    .isEqualTo(sent.stream().map(Request::attempt).toList());
            assertThat(publisher.received(Kind.LOOKUP)).hasSize(3);
        }
        assertThat(store("SELECT DISTINCT outcome, evidence FROM attempt"))
                .containsExactly("unknown|no reply: closed after 0 bytes");
        assertThat(store("SELECT state, owner FROM task")).containsExactly("unknown|null");
    }

    @Test
    void anUnansweredBlindSendIsNotRepeated() throws Exception {
        submit(BLIND);
        try (DeafPublisher publisher = new DeafPublisher(request -> null, Status.NOT_FOUND)) {
            assertThat(live("ada", publisher.address())).isEqualTo(WorkerExit.UNKNOWN);

            assertThat(publisher.received(Kind.PUBLISH)).hasSize(1);
            assertThat(publisher.received(Kind.LOOKUP)).isEmpty();
        }
    }

    /** The connection is made by the kernel; nobody accepts it. */
    @Test
    void silenceIsWaitedForAsLongAsTheWorkerWasTold() throws Exception {
        submit(BLIND);
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = (InetSocketAddress) silent.getLocalSocketAddress();
            assertThat(live("ada", address, Duration.ofSeconds(1))).isEqualTo(WorkerExit.UNKNOWN);
        }
        assertThat(store("SELECT outcome, evidence FROM attempt"))
                .containsExactly("unknown|no reply: not all of it came within 1000 ms, only 0 bytes");
    }

    @Test
    void aConflictEndsTheTaskAndNoLaterLifeSendsAgain() throws Exception {
        submit(DEDUP_QUERY);
        try (DeafPublisher publisher = new DeafPublisher(
                request -> Reply.without(Status.CONFLICT, request, "known with other content"), Status.NOT_FOUND)) {
            assertThat(live("ada", publisher.address())).isEqualTo(WorkerExit.CONFLICT);
            assertThat(live("bob", publisher.address())).isEqualTo(WorkerExit.CONFLICT);

            assertThat(publisher.received(Kind.PUBLISH)).hasSize(1);
        }
        assertThat(store("SELECT state, generation FROM task")).containsExactly("conflict|1");
        assertThat(store("SELECT outcome, evidence FROM attempt")).containsExactly("conflict|known with other content");
    }

    @Test
    void aRefusedRequestIsNeitherDoneNorUnknown() throws Exception {
        submit(DEDUP_QUERY);
        try (DeafPublisher publisher = new DeafPublisher(
                request -> Reply.without(Status.REFUSED, request, "closed today"), Status.NOT_FOUND)) {
            assertThat(live("ada", publisher.address())).isEqualTo(WorkerExit.REFUSED);
        }
        assertThat(store("SELECT state, owner FROM task")).containsExactly("running|null");
        assertThat(store("SELECT outcome, evidence FROM attempt")).containsExactly("refused|closed today");
    }
}
