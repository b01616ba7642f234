package dev.crashharness.orchestrator.wire.door;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A listening socket that outlives a moment without descriptors. Used by the loop's thread only. */
public final class Door implements AutoCloseable {
    /** In a row; with the time between them some two seconds. */
    private static final int MOST_FAILURES = 400;

    private static final long TRY_AGAIN_NS = Duration.ofMillis(5).toNanos();

    private final ServerSocketChannel server;
    private int failures;

    /** Has {@code selector} tell when somebody waits; the key has no attachment. */
    public Door(ServerSocketChannel server, Selector selector) throws IOException {
        this.server = server;
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
    }

    /**
     * The next client. Whoever cannot be taken now is found waiting again by the selector, so that the relay is not idle.
     *
     * @return null when nobody waits, or nobody can be taken now
     * @throws IOException when nobody could for some two seconds
     */
    public SocketChannel next() throws IOException {
        try {
            SocketChannel client = server.accept();
            failures = 0;
            return client;
        } catch (IOException e) {
            if (++failures == MOST_FAILURES) {
                throw e;
            }
            LockSupport.parkNanos(TRY_AGAIN_NS);
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
