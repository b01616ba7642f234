package dev.crashharness.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.target.Framing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A real relay with a publisher's port behind it; both ends of each connection are in the test's hands. */
@Timeout(60)
abstract class RelayFixture {
    static final Duration LONG = Duration.ofSeconds(10);
    final Queue<Frame> frames = new ConcurrentLinkedQueue<>();
    final Queue<WireEvent> events = new ConcurrentLinkedQueue<>();
    volatile Function<Frame, Disposition> decision = frame -> Disposition.FORWARD;
    ServerSocket publisher;
    Relay relay;

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

    Framing framing() {
        return Framing.LINES;
    }

    static void awaitUninterruptedly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    Relay relay(Duration upstreamWait) throws IOException {
        return new Relay(
                framing(),
                frame -> {
                    frames.add(frame);
                    return decision.apply(frame);
                },
                events::add,
                upstreamWait);
    }

    void announce() {
        relay.connectTo((InetSocketAddress) publisher.getLocalSocketAddress());
    }

    /** What has been sent to the relay it has read only when its thread has come to it. */
    void awaitPending(String what) {
        await().untilAsserted(() -> assertThat(relay.pending()).containsExactly(what));
    }

    Peer client() throws IOException {
        return Peer.connect(relay.address());
    }

    Peer accept() throws IOException {
        return new Peer(publisher.accept());
    }
}
