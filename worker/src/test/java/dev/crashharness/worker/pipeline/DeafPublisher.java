package dev.crashharness.worker.pipeline;

import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.FrameReader;
import dev.crashharness.publisher.protocol.FrameReader.Read;
import dev.crashharness.publisher.protocol.MalformedFrameException;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.publisher.protocol.Request.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Answers lookups as told and all other requests with what {@code publishes} says, or with the end of the connection where
 * that is null: as good as silence, without a time to wait for.
 */
final class DeafPublisher implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Function<Request, Reply> publishes;
    private final Status lookups;

    DeafPublisher(Function<Request, Reply> publishes, Status lookups) throws IOException {
        this.publishes = publishes;
        this.lookups = lookups;
        Thread thread = new Thread(this::serve, "deaf-publisher");
        thread.setDaemon(true);
        thread.start();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    List<Request> received(Kind kind) {
        return requests.stream().filter(request -> request.kind() == kind).toList();
    }

    private void serve() {
        try {
            while (!listener.isClosed()) {
                try (Socket socket = listener.accept()) {
                    hear(socket);
                }
            }
        } catch (IOException | MalformedFrameException e) {
            // Closed by the test.
        }
    }

    private void hear(Socket socket) throws IOException, MalformedFrameException {
        if (new FrameReader(socket).read(Duration.ofSeconds(10)) instanceof Read.Whole whole) {
            Request request = Codec.parseRequest(whole.frame());
            requests.add(request);
            Reply reply =
                    request.kind() == Kind.LOOKUP ? Reply.without(lookups, request, "") : publishes.apply(request);
            if (reply != null) {
                socket.getOutputStream().write(Codec.print(reply).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
