package dev.crashharness.publisher.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.Answer.Unanswered;
import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.FrameReader;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import dev.crashharness.publisher.protocol.Request;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a client makes of servers that do not answer as they should. */
@Timeout(60)
final class PublisherClientTest {
    private static final Request REQUEST = Request.publish("t", "task-1", "op-1", "a-1", 1, "hello");
    private static final String RECEIPT = Codec.print(Reply.receipt(REQUEST, "r-1"));

    @Test
    void aWholeReplyToThisRequestIsAnAnswer() throws IOException {
        try (RawServer server = RawServer.saying(RECEIPT)) {
            assertThat(ask(server)).isEqualTo(new Answered(Reply.receipt(REQUEST, "r-1")));
            assertThat(server.requests()).containsExactly(Codec.print(REQUEST).strip());
        }
    }

    @Test
    void silenceEndsAfterTheTimeoutAndSaysThatNothingCame() throws IOException {
        try (RawServer server = RawServer.silentAfter("", new CountDownLatch(1))) {
            assertUnanswered(
                    ask(server, Duration.ofMillis(100)), "no reply: not all of it came within 100 ms, only 0 bytes");
        }
    }

    @Test
    void aReplyThatStopsHalfWayIsNoneAndSaysHowMuchCame() throws Exception {
        String half = RECEIPT.substring(0, 40);
        CountDownLatch said = new CountDownLatch(1);
        try (RawServer server = RawServer.silentAfter(half, said);
                Exchange exchange = new PublisherClient(server.address(), Duration.ofSeconds(1)).send(REQUEST)) {
            said.await();
            assertUnanswered(exchange.await(), "no reply: not all of it came within 1000 ms, only 40 bytes");
        }
        try (RawServer server = RawServer.saying(half)) {
            assertUnanswered(ask(server), "no reply: closed in mid frame, only 40 bytes");
        }
    }

    @Test
    void aReplyWithoutItsNewlineIsNone() throws IOException {
        try (RawServer server = RawServer.saying(RECEIPT.strip())) {
            assertUnanswered(ask(server), "closed in mid frame");
        }
    }

    @Test
    void aConnectionClosedWithoutAWordIsNoAnswer() throws IOException {
        try (RawServer server = RawServer.saying("")) {
            assertUnanswered(ask(server), "no reply: closed after 0 bytes");
        }
    }

    @Test
    void aResetIsNoAnswer() throws IOException {
        try (RawServer server = new RawServer(socket -> socket.setSoLinger(true, 0))) {
            assertUnanswered(ask(server), "connection broken");
        }
    }

    @Test
    void aReplyForAnotherOperationIsNoAnswer() throws IOException {
        Request other = Request.publish("t", "task-1", "op-2", "a-1", 1, "hello");
        try (RawServer server = RawServer.saying(Codec.print(Reply.receipt(other, "r-2")))) {
            assertUnanswered(ask(server), "the reply was for operation 'op-2', attempt 'a-1'");
        }
    }

    @Test
    void aReplyForAnotherAttemptIsNoAnswer() throws IOException {
        Request other = Request.publish("t", "task-1", "op-1", "a-0", 1, "hello");
        try (RawServer server = RawServer.saying(Codec.print(Reply.receipt(other, "r-1")))) {
            assertUnanswered(ask(server), "the reply was for operation 'op-1', attempt 'a-0'");
        }
    }

    @Test
    void aReplyThatMakesNoSenseIsNoAnswer() throws IOException {
        try (RawServer server = RawServer.saying("HTTP/1.1 200 OK\r\n\r\n")) {
            assertUnanswered(ask(server), "the reply made no sense");
        }
        try (RawServer server = RawServer.saying("x".repeat(FrameReader.MAX_BYTES))) {
            assertUnanswered(ask(server), "no reply: the frame was oversize");
        }
    }

    @Test
    void aReplyThatIsNoUtf8IsNoAnswer() throws IOException {
        byte[] reply = RECEIPT.getBytes(StandardCharsets.UTF_8);
        reply[RECEIPT.indexOf("r-1")] = (byte) 0xff;
        try (RawServer server = new RawServer(socket -> socket.getOutputStream().write(reply))) {
            assertUnanswered(ask(server), "no reply: the frame was no UTF-8");
        }
    }

    /** A frame that a publisher could not read is refused under no name: its sentence says more than that it is another's. */
    @Test
    void whatAReplyForNobodySaysIsKept() throws IOException {
        Reply nobodys = new Reply(Reply.Status.REFUSED, "", "", "", "a frame that is not UTF-8; nothing was done");
        try (RawServer server = RawServer.saying(Codec.print(nobodys))) {
            assertUnanswered(
                    ask(server),
                    "the reply was for operation '', attempt '' (a frame that is not UTF-8; nothing was done)");
        }
    }

    @Test
    void noOneThereIsUnansweredAndNothingWasFlushed() throws IOException {
        InetSocketAddress nobody;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = (InetSocketAddress) taken.getLocalSocketAddress();
        }
        try (Exchange exchange = new PublisherClient(nobody, Duration.ofSeconds(10)).send(REQUEST)) {
            assertThat(exchange.flushed()).isFalse();
            assertUnanswered(exchange.await(), "sending failed (Connection refused)");
        }
    }

    /** Whether to send again is decided by the contract's rule, from what is on record, and by nobody below it. */
    @Test
    void aClientNeverSendsTwiceByItself() throws IOException {
        try (RawServer server = RawServer.saying("")) {
            PublisherClient client = new PublisherClient(server.address(), Duration.ofSeconds(10));

            try (Exchange exchange = client.send(REQUEST)) {
                assertThat(exchange.flushed()).isTrue();
                assertUnanswered(exchange.await(), "closed after 0 bytes");
            }
            assertThat(server.requests()).hasSize(1);

            // One more connection, to see that none came between.
            assertThat(client.exchange(Request.lookup("t", "task-1", "op-1", 1)))
                    .isInstanceOf(Unanswered.class);
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void aLookupsAnswerIsKnownByItsOperationAndNoAttempt() throws IOException {
        Request lookup = Request.lookup("t", "task-1", "op-1", 1);
        Reply notFound = Reply.without(Status.NOT_FOUND, lookup, "");
        try (RawServer server = RawServer.saying(Codec.print(notFound))) {
            assertThat(new PublisherClient(server.address(), Duration.ofSeconds(10)).exchange(lookup))
                    .isEqualTo(new Answered(notFound));
        }
    }

    private static Answer ask(RawServer server) {
        return ask(server, Duration.ofSeconds(10));
    }

    private static Answer ask(RawServer server, Duration timeout) {
        return new PublisherClient(server.address(), timeout).exchange(REQUEST);
    }

    private static void assertUnanswered(Answer answer, String why) {
        assertThat(answer).isInstanceOfSatisfying(Unanswered.class, unanswered -> assertThat(unanswered.why())
                .contains(why));
    }
}
