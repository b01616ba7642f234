package dev.crashharness.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.target.Framing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Idle must never be said too early: successors start and databases are copied on its word. */
@Timeout(30)
class RelayIdleTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    private final Queue<String> committed = new ConcurrentLinkedQueue<>();
    private ServerSocket publisher;
    private Relay relay;

    @BeforeEach
    void open() throws Exception {
        publisher = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        relay = new Relay(Framing.LINES, FrameGate.OPEN, event -> {});
        relay.connectTo((InetSocketAddress) publisher.getLocalSocketAddress());
        Thread serving = new Thread(this::serve, "publisher");
        serving.setDaemon(true);
        serving.start();
    }

    @AfterEach
    void close() throws Exception {
        relay.close();
        publisher.close();
    }

    @Test
    void aClientThatConnectedFlushedAndClosedIsNeverMissed() throws Exception {
        for (int i = 1; i <= 200; i++) {
            try (Peer client = Peer.connect(relay.address())) {
                client.send("request " + i + "\n");
            }
            assertThat(relay.awaitIdle(LONG)).isTrue();
            assertThat(committed).hasSize(i);
        }
    }

    @Test
    void aClientThatWasResetAfterItsFlushIsNeverMissed() throws Exception {
        for (int i = 1; i <= 200; i++) {
            Peer client = Peer.connect(relay.address());
            client.send("request " + i + "\n");
            client.reset();
            assertThat(relay.awaitIdle(LONG)).isTrue();
            assertThat(committed).hasSize(i);
        }
    }

    @Test
    void severalClientsAtOnceAreAllWaitedFor() throws Exception {
        for (int round = 1; round <= 20; round++) {
            for (int i = 0; i < 8; i++) {
                Peer client = Peer.connect(relay.address());
                client.send("a\nb\nc\n");
                client.close();
            }
            assertThat(relay.awaitIdle(LONG)).isTrue();
            assertThat(committed).hasSize(round * 8 * 3);
        }
    }

    @Test
    void aLivingClientThatOwesNothingDoesNotKeepThePublisherBusy() throws Exception {
        try (Peer client = Peer.connect(relay.address())) {
            assertThat(relay.awaitIdle(LONG)).isTrue();
            client.send("one\n");
            client.line();
            assertThat(relay.awaitIdle(LONG)).isTrue();
            assertThat(relay.pending()).isEmpty();

            client.send("half");
            assertThat(relay.awaitIdle(Duration.ofMillis(100))).isFalse();
            await().untilAsserted(() -> assertThat(relay.pending())
                    .containsExactly("connection 1: half a request has arrived (4 bytes, no newline)"));
        }
    }

    private void serve() {
        try {
            while (!publisher.isClosed()) {
                Socket socket = publisher.accept();
                Thread thread = new Thread(() -> answer(socket), "publisher-connection");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void answer(Socket socket) {
        try (Peer peer = new Peer(socket)) {
            for (String line = peer.line(); !line.isEmpty(); line = peer.line()) {
                // A commit takes its time.
                LockSupport.parkNanos(1_000_000);
                committed.add(line);
                peer.send("done\n");
            }
        } catch (IOException clientGone) {
            committed.add("a broken pipe: " + clientGone);
        }
    }
}
