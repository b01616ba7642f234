package dev.crashharness.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.wire.Frame.Direction;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Both ends of each connection are in the test's hands; the relay is real. */
class RelayTest extends RelayFixture {
    @Test
    void requestsAndRepliesPassWithTheirNumbers() throws Exception {
        try (Peer client = client();
                Peer other = client()) {
            client.send("one\n");
            Peer upstream = accept();
            assertThat(upstream.line()).isEqualTo("one\n");
            other.send("two\n");
            assertThat(accept().line()).isEqualTo("two\n");
            upstream.send("1\n");
            assertThat(client.line()).isEqualTo("1\n");
        }
        assertThat(frames)
                .containsExactly(
                        new Frame(Direction.REQUEST, 1, 1, "one", false),
                        new Frame(Direction.REQUEST, 2, 2, "two", false),
                        new Frame(Direction.REPLY, 1, 1, "1", false));
    }

    @Test
    void halfARequestIsNoFrameAndIsForwardedWhenItsSenderEnds() throws Exception {
        try (Peer client = client()) {
            client.send("ha");
            client.send("lf");
            client.endOutput();

            assertThat(accept().toTheEnd()).isEqualTo("half");
        }
        assertThat(frames).isEmpty();
        assertThat(events).containsExactly(new WireEvent.NotAFrame(Direction.REQUEST, 1, 4));
    }

    @Test
    void aPublisherThatDiesInMidReplyLeavesTheClientHalfALineAndAnEnd() throws Exception {
        try (Peer client = client()) {
            client.send("one\n");
            Peer upstream = accept();
            upstream.line();
            upstream.send("{\"receipt\":\"r-");
            upstream.close();

            assertThat(client.toTheEnd()).isEqualTo("{\"receipt\":\"r-");
        }
        assertThat(relay.awaitIdle(LONG)).isTrue();
    }

    @Test
    void aLongReplyToAResetClientIsReadDryAndReported() throws Exception {
        Peer client = client();
        client.send("one\n");
        Peer upstream = accept();
        upstream.line();
        client.reset();

        // 4 MB: far more than the sockets' buffers take.
        for (int i = 0; i < 64; i++) {
            upstream.send("x".repeat(60_000) + "\n");
        }
        upstream.send("last\n");
        await().until(() -> frames.stream().anyMatch(frame -> frame.text().equals("last")));
        upstream.close();

        assertThat(relay.awaitIdle(LONG)).isTrue();
        assertThat(events).isNotEmpty().allMatch(WireEvent.Undeliverable.class::isInstance);
    }

    @Test
    void aReplyToAClientThatHasEndedSaysSo() throws Exception {
        Peer client = client();
        client.send("one\n");
        client.close();
        Peer upstream = accept();
        assertThat(upstream.toTheEnd()).isEqualTo("one\n");
        upstream.send("1\n");
        upstream.close();

        await().until(() -> frames.size() == 2);
        assertThat(frames).last().isEqualTo(new Frame(Direction.REPLY, 1, 1, "1", true));
    }

    @Test
    void aRequestThatItsSenderFlushedBeforeAResetArrivesWhole() throws Exception {
        for (int i = 0; i < 50; i++) {
            Peer client = client();
            client.send("request " + i + "\n");
            client.reset();
            try (Peer upstream = accept()) {
                assertThat(upstream.line()).isEqualTo("request " + i + "\n");
            }
        }
    }

    @Test
    void aConnectionWaitsUntilAPublisherIsAnnounced() throws Exception {
        relay.close();
        relay = relay(LONG);
        try (Peer client = client()) {
            client.send("early\n");
            awaitPending("connection 1: request is not yet passed on (6 bytes), no publisher listens");
            assertThat(relay.awaitIdle(Duration.ofMillis(50))).isFalse();

            announce();
            assertThat(accept().line()).isEqualTo("early\n");
        }
    }

    @Test
    void aPublisherThatRefusesIsWaitedForUntilItsSuccessorIsAnnounced() throws Exception {
        publisher.close();
        try (Peer client = client()) {
            client.send("early\n");
            await().until(() -> !frames.isEmpty());

            publisher = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            announce();
            assertThat(accept().line()).isEqualTo("early\n");
        }
    }

    @Test
    void aRequestThatNoPublisherTakesInTimeEndsTheConnection() throws Exception {
        relay.close();
        relay = relay(Duration.ofMillis(200));
        try (Peer client = client()) {
            client.send("early\n");

            assertThat(client.toTheEnd()).isEmpty();
        }
        assertThat(events)
                .containsExactly(
                        new WireEvent.NoUpstream(1),
                        new WireEvent.Undeliverable(new Frame(Direction.REQUEST, 1, 1, "early", false)));
    }

    @Test
    void aLineThatIsTooLongPassesInPiecesAndTheNextIsFrameOne() throws Exception {
        String line = "x".repeat(200_000) + "\n";
        try (Peer client = client()) {
            client.send(line + "next\n");
            Peer upstream = accept();
            assertThat(upstream.line()).isEqualTo(line);
            assertThat(upstream.line()).isEqualTo("next\n");
            upstream.send("1\n");
            client.line();
            assertThat(relay.awaitIdle(Duration.ofMillis(50))).isFalse();
            awaitPending("connection 1: 2 delivered, 1 answered");
        }
        assertThat(frames).first().isEqualTo(new Frame(Direction.REQUEST, 1, 1, "next", false));
        assertThat(events).isNotEmpty().allMatch(WireEvent.NotAFrame.class::isInstance);
    }

    @Test
    void theSixtyFifthConnectionIsRefused() throws Exception {
        List<Peer> clients = new ArrayList<>();
        for (int i = 0; i < 65; i++) {
            clients.add(client());
        }

        assertThat(clients.get(64).toTheEnd()).isEmpty();
        await().until(() -> !events.isEmpty());
        assertThat(events.peek()).isInstanceOf(WireEvent.Refused.class);
        for (Peer client : clients) {
            client.close();
        }
        assertThat(relay.awaitIdle(LONG)).isTrue();
    }
}
