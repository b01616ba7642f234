package dev.crashharness.orchestrator.cell.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.control.ControlMessage;
import dev.crashharness.orchestrator.control.ControlServer;
import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.wire.FrameGate;
import dev.crashharness.orchestrator.wire.Relay;
import dev.crashharness.orchestrator.wire.WireEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** This process may open no more files, for a moment or for good: whoever connects is nobody's fault. */
class SpentDescriptorsIT extends Scripted {
    private static final Duration LONG = Duration.ofSeconds(20);

    private static final int MOST = 100_000;

    private final Deque<FileChannel> held = new ArrayDeque<>();

    @Test
    void forAMomentWhoeverConnectsToTheRelayWaits() throws Exception {
        Queue<WireEvent> events = new ConcurrentLinkedQueue<>();
        try (ServerSocket publisher = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Relay relay = new Relay(Framing.LINES, FrameGate.OPEN, events::add);
                Socket client = bound()) {
            relay.connectTo((InetSocketAddress) publisher.getLocalSocketAddress());
            publisher.setSoTimeout(10_000);
            spendAll();
            try {
                client.connect(relay.address());
                client.getOutputStream().write("one\n".getBytes(StandardCharsets.UTF_8));
                assertThat(relay.awaitIdle(Duration.ofMillis(300)))
                        .as("it rests")
                        .isFalse();
            } finally {
                giveBack();
            }

            assertThat(publisher.accept().getInputStream().readNBytes(4)).hasSize(4);
            assertThat(events).isEmpty();
        }
    }

    @Test
    void forAMomentWhoeverConnectsToTheControlPortWaits() throws Exception {
        Queue<ControlMessage> messages = new ConcurrentLinkedQueue<>();
        try (ControlServer server = new ControlServer("s3cret", messages::add);
                Socket before = bound();
                Socket client = bound()) {
            server.expect("worker", "worker-1");
            spendAll();
            try {
                // The kernel has a descriptor ready for the one that is waited for.
                before.connect(server.address());
                client.connect(server.address());
                client.getOutputStream()
                        .write("hello 1 s3cret worker worker-1 4711\n".getBytes(StandardCharsets.UTF_8));
                client.setSoTimeout(300);
                assertThatThrownBy(() -> client.getInputStream().read()).hasMessageContaining("timed out");
            } finally {
                giveBack();
            }

            await().until(() -> messages.stream().anyMatch(ControlMessage.Hello.class::isInstance));
        }
    }

    @Test
    void forGoodTheControlPortSaysSo() throws Exception {
        Queue<ControlMessage> messages = new ConcurrentLinkedQueue<>();
        try (ControlServer server = new ControlServer("s3cret", messages::add);
                Socket client = bound()) {
            spendAll();
            try {
                client.connect(server.address());
                await().atMost(LONG).until(() -> messages.stream().anyMatch(ControlMessage.Broken.class::isInstance));
            } finally {
                giveBack();
            }

            assertThat(messages)
                    .filteredOn(ControlMessage.Broken.class::isInstance)
                    .singleElement()
                    .asString()
                    .contains("the control port accepts no more", "ulimit -n");
        }
    }

    /** A relay that has died would else be found out at the deadline, and the worker be accused of it. */
    @Test
    void forGoodItIsTheHarnessThatHasFailed() throws Exception {
        try (Socket client = bound();
                Session session = session(
                        "blind/worker@before_send",
                        List.of("/bin/bash", "-c", WORKER),
                        parked -> untilTheRelayIsDead(client),
                        NO_COPY)) {
            session.startPublisher();

            assertThatThrownBy(() -> {
                        session.live(first());
                        session.rest();
                    })
                    .isInstanceOf(StageException.class)
                    .hasMessageContaining("the relay between workers and publisher has failed")
                    .hasMessageContaining("ulimit -n");
        }
    }

    private void untilTheRelayIsDead(Socket client) {
        try {
            String relay =
                    Files.readString(place().directory().resolve("relay")).strip();
            InetSocketAddress address =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(relay.split(":")[1]));
            spendAll();
            try {
                client.connect(address);
                client.setSoTimeout((int) LONG.toMillis());
                // A dead relay's backlog is thrown away.
                assertThatThrownBy(() -> {
                            if (client.getInputStream().read() < 0) {
                                throw new IOException("the end");
                            }
                        })
                        .isInstanceOf(IOException.class)
                        .hasMessageNotContaining("timed out");
            } finally {
                giveBack();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A socket that has its descriptor already. */
    private static Socket bound() throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }

    private void spendAll() {
        Path file = directory.resolve("spent");
        try {
            Files.writeString(file, "");
            while (true) {
                assumeTrue(held.size() < MOST, "more files may be open than a test can open");
                held.add(FileChannel.open(file));
            }
        } catch (IOException spent) {
            assertThat(spent).hasMessageContaining("Too many open files");
        }
    }

    @AfterEach
    void giveBack() throws IOException {
        for (FileChannel channel : held) {
            channel.close();
        }
        held.clear();
    }
}
