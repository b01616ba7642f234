package dev.crashharness.publisher.server;

import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.FrameReader;
import dev.crashharness.publisher.protocol.FrameReader.Read;
import dev.crashharness.publisher.protocol.MalformedFrameException;
import dev.crashharness.publisher.protocol.Reply;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A client that writes whatever bytes a test likes; each read waits at most 10 s. */
final class RawClient implements AutoCloseable {
    private static final Duration PATIENT = Duration.ofSeconds(10);

    private final Socket socket;
    private final FrameReader reader;

    RawClient(InetSocketAddress server) throws IOException {
        socket = new Socket(server.getAddress(), server.getPort());
        reader = new FrameReader(socket);
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.UTF_8));
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    Reply reply() throws MalformedFrameException {
        return Codec.parseReply(((Read.Whole) read()).frame());
    }

    Read read() {
        return reader.read(PATIENT);
    }

    /** Says that nothing more will be sent. */
    void endSending() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
