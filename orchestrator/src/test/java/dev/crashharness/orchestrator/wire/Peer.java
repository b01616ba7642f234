package dev.crashharness.orchestrator.wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** One end of a connection in a test; each read waits at most five seconds. */
final class Peer implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    Peer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(5_000);
        this.in = socket.getInputStream();
    }

    static Peer connect(InetSocketAddress address) throws IOException {
        return new Peer(new Socket(address.getAddress(), address.getPort()));
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Up to and with the newline, or up to the end. */
    String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            line.append((char) c);
            if (c == '\n') {
                break;
            }
        }
        return line.toString();
    }

    /** The next {@code length} bytes, or fewer up to the end. */
    String next(int length) throws IOException {
        return new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    String toTheEnd() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Whether nothing comes, not even an end, for a quarter of a second. */
    boolean hearsNothing() throws IOException {
        socket.setSoTimeout(250);
        try {
            in.read();
            return false;
        } catch (SocketTimeoutException silence) {
            return true;
        } finally {
            socket.setSoTimeout(5_000);
        }
    }

    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** As the kernel closes the socket of a killed process that had not read everything. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
