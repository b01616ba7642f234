package dev.crashharness.orchestrator.control;

import dev.crashharness.crashpoint.ControlLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** The child's end of a control connection, in the test's hands; each read waits at most five seconds. */
final class Child implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader lines;

    Child(InetSocketAddress server) throws IOException {
        socket = new Socket(server.getAddress(), server.getPort());
        socket.setSoTimeout(5_000);
        lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** A child whose hello was accepted. */
    static Child welcome(InetSocketAddress server, String token, String instance) throws IOException {
        Child child = new Child(server);
        child.send("hello 1 " + token + " " + instance.replaceFirst("-.*", "") + " " + instance + " 4711\n");
        if (!"ok".equals(child.line())) {
            throw new IOException(instance + " was not welcome");
        }
        return child;
    }

    void send(ControlLine line) throws IOException {
        send(line.print() + "\n");
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.UTF_8));
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Null at the end. */
    String line() throws IOException {
        return lines.readLine();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
