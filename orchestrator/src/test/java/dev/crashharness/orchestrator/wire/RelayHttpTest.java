package dev.crashharness.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.wire.Frame.Direction;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** HTTP/1.1 through a real relay; both ends of each connection are in the test's hands. */
class RelayHttpTest extends RelayFixture {
    private static final String GET = "GET / HTTP/1.1\r\n\r\n";
    private static final String POST = "POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";
    private static final String GO_ON = "HTTP/1.1 100 Continue\r\n\r\n";

    @Override
    Framing framing() {
        return Framing.HTTP;
    }

    @Test
    void requestsAndRepliesAreHeldWhole() throws Exception {
        try (Peer client = client()) {
            client.send(POST.substring(0, POST.length() - 1));
            awaitPending("connection 1: half a request has arrived (" + (POST.length() - 1) + " bytes, no end)");
            assertThat(client.hearsNothing()).isTrue();
            client.send("y");
            Peer upstream = accept();
            assertThat(upstream.next(POST.length())).isEqualTo(POST);
            awaitPending("connection 1: 1 delivered, 0 answered");
            upstream.send(OK);
            assertThat(client.next(OK.length())).isEqualTo(OK);
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
        assertThat(frames)
                .containsExactly(
                        new Frame(Direction.REQUEST, 1, 1, POST, false), new Frame(Direction.REPLY, 1, 1, OK, false));
        assertThat(events).isEmpty();
    }

    @Test
    void anInterimResponsePassesWhileTheAnswerIsOwed() throws Exception {
        decision = frame -> frame.direction() == Direction.REPLY ? Disposition.DROP : Disposition.FORWARD;
        try (Peer client = client()) {
            client.send(GET);
            Peer upstream = accept();
            upstream.next(GET.length());
            upstream.send(GO_ON);
            assertThat(client.next(GO_ON.length())).isEqualTo(GO_ON);
            assertThat(relay.awaitIdle(Duration.ofMillis(50))).isFalse();

            upstream.send(OK);
            assertThat(relay.awaitIdle(LONG)).isTrue();
            assertThat(client.hearsNothing()).isTrue();
        }
        assertThat(frames).extracting(Frame::text).containsExactly(GET, OK);
    }

    /** Else the request could not be held whole: client and publisher would wait for each other. */
    @Test
    void aClientThatWaitsToBeToldToGoOnIsToldByTheRelayAndByNobodyElse() throws Exception {
        String head = "POST / HTTP/1.1\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n";
        try (Peer client = client()) {
            client.send(head);
            assertThat(client.next(GO_ON.length())).isEqualTo(GO_ON);
            client.send("body");
            Peer upstream = accept();
            assertThat(upstream.next(head.length() + 4)).isEqualTo(head + "body");
            upstream.send(GO_ON + OK);

            assertThat(client.next(OK.length())).isEqualTo(OK);
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
        assertThat(frames).extracting(Frame::text).containsExactly(head + "body", OK);
    }

    @Test
    void halfAReplyIsHalfItsBytesThenBothSidesEnd() throws Exception {
        decision = frame -> frame.direction() == Direction.REPLY ? Disposition.HALF : Disposition.FORWARD;
        try (Peer client = client()) {
            client.send(GET);
            Peer upstream = accept();
            upstream.next(GET.length());
            upstream.send(OK);

            assertThat(client.toTheEnd()).isEqualTo(OK.substring(0, OK.length() / 2));
            assertThat(upstream.toTheEnd()).isEmpty();
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
    }

    @Test
    void aDoubledRequestIsOwedTwoAnswers() throws Exception {
        decision = frame -> frame.direction() == Direction.REQUEST ? Disposition.DUPLICATE : Disposition.FORWARD;
        try (Peer client = client()) {
            client.send(POST);
            Peer upstream = accept();
            assertThat(upstream.next(2 * POST.length())).isEqualTo(POST + POST);
            upstream.send(OK);
            assertThat(relay.awaitIdle(Duration.ofMillis(50))).isFalse();

            upstream.send(OK);
            assertThat(client.next(2 * OK.length())).isEqualTo(OK + OK);
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
    }

    @Test
    void aDroppedHeadRequestDoesNotShiftTheAnswersBehindIt() throws Exception {
        decision = frame -> frame.text().startsWith("HEAD") ? Disposition.DROP : Disposition.FORWARD;
        try (Peer client = client()) {
            client.send("HEAD / HTTP/1.1\r\n\r\n" + GET);
            Peer upstream = accept();
            assertThat(upstream.next(GET.length())).isEqualTo(GET);
            upstream.send(OK);

            assertThat(client.next(OK.length())).isEqualTo(OK);
            assertThat(frames).extracting(Frame::text).last().isEqualTo(OK);
        }
    }

    @Test
    void aReplyWithoutLengthIsHeldUntilItsConnectionEnds() throws Exception {
        String reply = "HTTP/1.0 200 OK\r\n\r\nall of this";
        CountDownLatch release = new CountDownLatch(1);
        decision = frame -> {
            if (frame.direction() == Direction.REPLY) {
                awaitUninterruptedly(release);
            }
            return Disposition.FORWARD;
        };
        try (Peer client = client()) {
            client.send(GET);
            Peer upstream = accept();
            upstream.next(GET.length());
            upstream.send(reply);
            assertThat(relay.awaitIdle(Duration.ofMillis(50))).isFalse();
            upstream.close();
            await().until(() -> frames.size() == 2);
            awaitPending("connection 1: reply #1 is held at the gate");

            release.countDown();
            assertThat(client.toTheEnd()).isEqualTo(reply);
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
    }

    @Test
    void aReplyToADeadClientIsReadDry() throws Exception {
        String head = "HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n";
        Peer client = client();
        client.send(GET);
        Peer upstream = accept();
        upstream.next(GET.length());
        client.reset();

        // Far more than the sockets' buffers take.
        for (int i = 0; i < 10; i++) {
            upstream.send(head + "x".repeat(900_000));
        }
        await().until(() -> frames.size() == 11);
        upstream.close();

        assertThat(relay.awaitIdle(LONG)).isTrue();
        assertThat(events).isNotEmpty().allMatch(WireEvent.Undeliverable.class::isInstance);
    }

    @Test
    void aBodyBeyondTheLimitPassesAndIsNoted() throws Exception {
        int length = 3 << 20;
        String head = "POST / HTTP/1.1\r\nContent-Length: " + length + "\r\n\r\n";
        try (Peer client = client()) {
            Thread sender = new Thread(() -> sendQuietly(client, head + "x".repeat(length)), "sender");
            sender.setDaemon(true);
            sender.start();
            Peer upstream = accept();
            assertThat(upstream.next(head.length() + length)).startsWith(head).endsWith("x");
            awaitPending("connection 1: 1 delivered, 0 answered");
            upstream.send(OK);
            client.next(OK.length());
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
        assertThat(frames).extracting(Frame::direction).containsExactly(Direction.REPLY);
        assertThat(events).isNotEmpty().allMatch(WireEvent.NotAFrame.class::isInstance);
    }

    @Test
    void behindAnUpgradeEverythingPassesAndTheLastToSpeakWaits() throws Exception {
        String switching = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n";
        try (Peer client = client()) {
            client.send(GET);
            Peer upstream = accept();
            upstream.next(GET.length());
            upstream.send(switching);
            assertThat(client.next(switching.length())).isEqualTo(switching);
            assertThat(relay.awaitIdle(LONG)).isTrue();

            client.send("ping");
            assertThat(upstream.next(4)).isEqualTo("ping");
            assertThat(relay.awaitIdle(Duration.ofMillis(50))).isFalse();
            upstream.send("pong");
            assertThat(client.next(4)).isEqualTo("pong");
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
        assertThat(frames).extracting(Frame::text).containsExactly(GET);
        assertThat(events).isEmpty();
    }

    @Test
    void whatIsNoHttpPassesAndIsNoted() throws Exception {
        try (Peer client = client()) {
            client.send("hello\n");
            Peer upstream = accept();
            assertThat(upstream.line()).isEqualTo("hello\n");
            upstream.send("220 what?\n");
            assertThat(client.line()).isEqualTo("220 what?\n");
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
        assertThat(frames).isEmpty();
        assertThat(List.copyOf(events))
                .containsExactly(
                        new WireEvent.NotAFrame(Direction.REQUEST, 1, 6),
                        new WireEvent.NotAFrame(Direction.REPLY, 1, 10));
    }

    private static void sendQuietly(Peer peer, String text) {
        try {
            peer.send(text);
        } catch (IOException e) {
            throw new IllegalStateException("the relay did not take it", e);
        }
    }
}
