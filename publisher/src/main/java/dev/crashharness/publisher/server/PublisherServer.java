package dev.crashharness.publisher.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** Answers lines; each connection has a thread of its own. */
public final class PublisherServer implements Face {
    private static final int MAX_CONNECTIONS = 64;

    private final ServerSocket listener;
    private final Conversation conversation;
    private final Semaphore free = new Semaphore(MAX_CONNECTIONS);
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private PublisherServer(ServerSocket listener, Conversation conversation) {
        this.listener = listener;
        this.conversation = conversation;
    }

    /** Binds port 0: a free port that is looked for first can be taken before it is bound. */
    public static PublisherServer listen(Conversation conversation) throws IOException {
        ServerSocket listener = new ServerSocket();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return new PublisherServer(listener, conversation);
    }

    @Override
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    @Override
    public void serve() throws IOException {
        while (!listener.isClosed()) {
            try {
                start(listener.accept());
            } catch (SocketException e) {
                if (!listener.isClosed()) {
                    throw e;
                }
            }
        }
    }

    private void start(Socket socket) throws IOException {
        if (!free.tryAcquire()) {
            System.err.println("publisher: more than " + MAX_CONNECTIONS + " connections, closing a new one");
            socket.close();
            return;
        }
        open.add(socket);
        Thread thread = new Thread(() -> converse(socket), "connection-" + socket.getPort());
        thread.setDaemon(true);
        thread.start();
    }

    private void converse(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            conversation.hold(socket);
        } catch (IOException e) {
            // The client died; what was committed for it stays committed.
            System.err.println("publisher: connection from port " + socket.getPort() + " ended: " + e.getMessage());
        } finally {
            open.remove(socket);
            free.release();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
