package dev.crashharness.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.wire.Frame.Direction;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Both ends of each connection are in the test's hands; the relay is real. */
@Timeout(30)
class RelayTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    private final Queue<Frame> frames = new ConcurrentLinkedQueue<>();
    private final Queue<WireEvent> events = new ConcurrentLinkedQueue<>();
    private volatile Function<Frame, Disposition> decision = frame -> Disposition.FORWARD;

    private ServerSocket publisher;
    private Relay relay;

    @BeforeEach
    void open() throws Exception {
        publisher = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        publisher.setSoTimeout(5_000);
        relay = relay(LONG);
        announce();
    }

    @AfterEach
    void close() throws Exception {
        relay.close();
        publisher.close();
    }

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
            await().until(() -> !frames.isEmpty());
            assertThat(relay.awaitIdle(Duration.ofMillis(50))).isFalse();
            assertThat(relay.pending())
                    .containsExactly("connection 1: request is not yet passed on (6 bytes), no publisher listens");

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
    void aDroppedRequestIsSilenceOnBothSides() throws Exception {
        decision = frame -> frame.text().equals("lost") ? Disposition.DROP : Disposition.FORWARD;
        try (Peer client = client()) {
            client.send("lost\n");
            assertThat(client.hearsNothing()).isTrue();
            assertThat(relay.awaitIdle(LONG)).isTrue();

            client.send("kept\n");
            assertThat(accept().line()).isEqualTo("kept\n");
        }
    }

    @Test
    void aDroppedReplyLeavesThePublisherIdleAndTheClientWaiting() throws Exception {
        decision = frame -> frame.direction() == Direction.REPLY ? Disposition.DROP : Disposition.FORWARD;
        Peer client = client();
        client.send("one\n");
        Peer upstream = accept();
        upstream.line();
        upstream.send("1\n");

        assertThat(client.hearsNothing()).isTrue();
        assertThat(relay.awaitIdle(LONG)).isTrue();
        client.close();
        assertThat(upstream.toTheEnd()).isEmpty();
    }

    @Test
    void aHeldFrameHoldsNobodyElse() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        decision = frame -> {
            if (frame.text().equals("held")) {
                awaitUninterruptedly(release);
            }
            return Disposition.FORWARD;
        };
        try (Peer held = client();
                Peer free = client()) {
            held.send("held\n");
            await().until(() -> frames.size() == 1);
            free.send("free\n");
            Peer upstream = accept();
            assertThat(upstream.line()).isEqualTo("free\n");
            upstream.send("1\n");
            assertThat(free.line()).isEqualTo("1\n");
            assertThat(relay.awaitIdle(Duration.ofMillis(50))).isFalse();
            assertThat(relay.pending()).containsExactly("connection 1: request #1 is held at the gate");

            release.countDown();
            assertThat(accept().line()).isEqualTo("held\n");
        }
    }

    @Test
    void aHeldReplyIsNotIdle() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        decision = frame -> {
            if (frame.direction() == Direction.REPLY) {
                awaitUninterruptedly(release);
            }
            return Disposition.FORWARD;
        };
        try (Peer client = client()) {
            client.send("one\n");
            accept().send("1\n");
            await().until(() -> frames.size() == 2);
            assertThat(relay.awaitIdle(Duration.ofMillis(50))).isFalse();
            assertThat(relay.pending()).containsExactly("connection 1: reply #1 is held at the gate");

            release.countDown();
            assertThat(client.line()).isEqualTo("1\n");
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
    }

    @Test
    void aGateThatFailsDropsTheFrameAndIsReported() throws Exception {
        IllegalStateException failure = new IllegalStateException("planted");
        decision = frame -> {
            throw failure;
        };
        try (Peer client = client()) {
            client.send("one\n");
            assertThat(client.hearsNothing()).isTrue();
        }
        assertThat(events)
                .containsExactly(new WireEvent.GateFailed(new Frame(Direction.REQUEST, 1, 1, "one", false), failure));
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
            assertThat(relay.pending()).containsExactly("connection 1: 2 delivered, 1 answered");
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

    @Test
    void closingInterruptsTheGateAndEndsTheConnections() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        relay.close();
        relay = new Relay(
                frame -> {
                    frames.add(frame);
                    try {
                        new CountDownLatch(1).await();
                        return Disposition.FORWARD;
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                },
                events::add);
        try (Peer client = client()) {
            client.send("one\n");
            await().until(() -> !frames.isEmpty());

            long begin = System.nanoTime();
            relay.close();

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(2));
            assertThat(interrupted.getCount()).isZero();
            assertThat(client.toTheEnd()).isEmpty();
            assertThat(relay.awaitIdle(LONG)).isFalse();
        }
    }

    private static void awaitUninterruptedly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Relay relay(Duration upstreamWait) throws IOException {
        return new Relay(
                frame -> {
                    frames.add(frame);
                    return decision.apply(frame);
                },
                events::add,
                upstreamWait);
    }

    private void announce() {
        relay.connectTo("127.0.0.1", publisher.getLocalPort());
    }

    private Peer client() throws IOException {
        return Peer.connect(relay.address());
    }

    private Peer accept() throws IOException {
        return new Peer(publisher.accept());
    }
}
