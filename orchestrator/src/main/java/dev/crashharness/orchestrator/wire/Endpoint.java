package dev.crashharness.orchestrator.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One socket of a connection. A dead peer is an outcome here, not an exception. Used by the loop's thread only. */
final class Endpoint {
    private final SocketChannel channel;
    private final SelectionKey key;
    private boolean connected;

    /**
     * @param connection what the selector hands back when the socket is ready
     * @throws IOException when the socket cannot be registered; it is closed then
     */
    Endpoint(SocketChannel channel, Selector selector, Connection connection) throws IOException {
        this.channel = channel;
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            this.key = channel.register(selector, 0, connection);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        this.connected = channel.isConnected();
    }

    /**
     * Begins to connect; the selector reports the end of it.
     *
     * @return null when nobody can be reached there
     * @throws UncheckedIOException when there is no descriptor for a socket, which is nobody's fault but this machine's
     */
    static Endpoint connect(SocketAddress address, Selector selector, Connection connection) {
        Endpoint endpoint = open(selector, connection);
        try {
            endpoint.connected = endpoint.channel.connect(address);
            return endpoint;
        } catch (IOException | IllegalArgumentException unreachable) {
            // Also an address of a kind that this machine does not have.
            endpoint.close();
            return null;
        }
    }

    private static Endpoint open(Selector selector, Connection connection) {
        try {
            return new Endpoint(SocketChannel.open(), selector, connection);
        } catch (IOException e) {
            throw new UncheckedIOException("no socket for a connection to the publisher", e);
        }
    }

    boolean connected() {
        return connected;
    }

    /** Ends a connect that was begun; false when nobody listens there. */
    boolean finishConnect() {
        try {
            connected = channel.finishConnect();
            return connected;
        } catch (IOException refused) {
            return false;
        }
    }

    boolean is(SelectionKey other) {
        return key == other;
    }

    /**
     * Reads what is there. The kernel hands out what a dead sender flushed before it reports the reset.
     *
     * @return the number of bytes, -1 at the end; a reset is an end too
     */
    int read(ByteBuffer target) {
        try {
            return channel.read(target);
        } catch (IOException reset) {
            return -1;
        }
    }

    /** Writes what the socket takes now; false when the peer is known to be gone. */
    boolean write(ByteBuffer source) {
        try {
            channel.write(source);
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    /** Half-closes: the peer reads its end and can still send. */
    void endOutput() {
        try {
            channel.shutdownOutput();
        } catch (IOException gone) {
            // A peer that is gone needs no end.
        }
    }

    /** From now on a close sends RST and throws away what was not sent. */
    void resetOnClose() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException gone) {
            // A peer that is gone needs no reset.
        }
    }

    void interest(int operations) {
        if (key.isValid()) {
            key.interestOps(operations);
        }
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The descriptor is released all the same.
        }
    }
}
