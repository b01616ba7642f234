package dev.crashharness.orchestrator.process.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** That of an older process takes one: LyingPublisherIT. */
class ListeningPortTest {
    @Test
    void whoListensItselfIsNoStranger() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(new ListeningPort(listener.getLocalPort()).listenerOlderThan(ProcessHandle.current()))
                    .isEmpty();
        }
    }

    @Test
    void aPortOnWhichNobodyListensIsNobodys() throws Exception {
        int port;
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = listener.getLocalPort();
        }

        assertThat(new ListeningPort(port).listenerOlderThan(ProcessHandle.current()))
                .isEmpty();
    }
}
