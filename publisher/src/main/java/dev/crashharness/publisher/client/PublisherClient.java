package dev.crashharness.publisher.client;

import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.Request;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Sends requests to one publisher, each over a connection of its own. Thread-safe. */
public final class PublisherClient {
    private final InetSocketAddress publisher;
    private final Duration timeout;

    /** @param timeout how long to wait for the connection, and again for the reply */
    public PublisherClient(InetSocketAddress publisher, Duration timeout) {
        this.publisher = publisher;
        this.timeout = timeout;
    }

    /** Sends {@code request} and waits for its answer. */
    public Answer exchange(Request request) {
        try (Exchange exchange = send(request)) {
            return exchange.await();
        }
    }

    /** Writes and flushes {@code request}; the answer is read by {@link Exchange#await}. */
    public Exchange send(Request request) {
        Socket socket = new Socket();
        try {
            socket.connect(publisher, Math.toIntExact(timeout.toMillis()));
            socket.setTcpNoDelay(true);
            socket.getOutputStream().write(Codec.print(request).getBytes(StandardCharsets.UTF_8));
            return new Exchange(request, socket, timeout, null);
        } catch (IOException e) {
            // Even a failed write may have left bytes on the way.
            return new Exchange(request, socket, timeout, "sending failed (" + e.getMessage() + ")");
        }
    }
}
