package dev.crashharness.orchestrator.cell.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.evidence.EventType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The port of a killed publisher is somebody else's before its successor listens on another.
 *
 * <pre>
 * publisher-1 :4711  KILL
 * stranger    :4711        listens ...
 * worker      relay ─────────────────── waits ──> publisher-2 :4712
 * </pre>
 */
class LeftPortIT extends Scripted {
    @Test
    void nobodyIsLedToWhoeverListensWhereADeadPublisherDid() throws Exception {
        try (Session session = session(
                "dedup-query/worker@before_send=kill:publisher",
                List.of("/bin/bash", "-c", WORKER),
                Hold.NOT,
                this::aStrangerTakesThePort)) {
            session.startPublisher();

            assertThat(session.live(first())).isEqualTo(new LifeEnd.Exited("worker-1", 0, 0, ""));

            assertThat(outcome(session).landed()).as(outcome(session).reason()).isTrue();
        }
    }

    /** Between the death and the restart. */
    private void aStrangerTakesThePort(int fault) throws StageException {
        int left = port(noted(EventType.LISTENING, "address"));
        try (ServerSocket stranger = new ServerSocket(left, 1, InetAddress.getLoopbackAddress());
                Socket worker = new Socket(
                        InetAddress.getLoopbackAddress(),
                        port(Files.readString(place().directory().resolve("relay"))))) {
            stranger.setSoTimeout(500);
            assertThatThrownBy(stranger::accept)
                    .as("a connection of %s was led to a stranger", worker)
                    .isInstanceOf(SocketTimeoutException.class);
        } catch (IOException e) {
            throw new StageException("port " + left + " was not taken: " + e);
        }
    }

    private static int port(String address) {
        return Integer.parseInt(address.strip().replaceFirst(".*:", ""));
    }
}
