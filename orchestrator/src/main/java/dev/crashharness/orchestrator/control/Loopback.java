package dev.crashharness.orchestrator.control;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;

/** Whether processes of this machine can reach each other, as children reach the control port. */
public final class Loopback {
    private static final byte[] LOCAL = {127, 0, 0, 1};

    private Loopback() {}

    /**
     * Listens on 127.0.0.1, connects to itself and passes one byte.
     *
     * @return why that failed; empty when the byte came within {@code deadline} for each step
     */
    public static Optional<String> failure(Duration deadline) {
        int patienceMs = Math.toIntExact(deadline.toMillis());
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByAddress(LOCAL));
                Socket client = new Socket()) {
            server.setSoTimeout(patienceMs);
            client.connect(new InetSocketAddress(InetAddress.getByAddress(LOCAL), server.getLocalPort()), patienceMs);
            try (Socket accepted = server.accept()) {
                accepted.setSoTimeout(patienceMs);
                client.getOutputStream().write('!');
                int answer = accepted.getInputStream().read();
                return answer == '!' ? Optional.empty() : Optional.of("the byte that was sent did not arrive");
            }
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }
}
