package dev.crashharness.orchestrator.control;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Listens for children on 127.0.0.1. Thread-safe. The sink is called on reader threads, one per child: per child in
 * order, of different children at the same time.
 */
public final class ControlServer implements AutoCloseable {
    static final int MAX_CONNECTIONS = 64;
    private static final Duration HELLO_WITHIN = Duration.ofSeconds(5);
    /** In a row; with the time between them some two seconds. */
    private static final int MOST_FAILURES = 20;

    private static final long TRY_AGAIN_NS = Duration.ofMillis(100).toNanos();
    private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

    private final Roster roster;
    private final Consumer<ControlMessage> sink;
    private final Duration helloWithin;
    private final ServerSocket server;
    private final Thread acceptor;
    private final Map<ChildConnection, Thread> readers = new ConcurrentHashMap<>();

    /** A server that gives each connection 5 seconds for its hello. */
    public ControlServer(String token, Consumer<ControlMessage> sink) throws IOException {
        this(token, sink, HELLO_WITHIN);
    }

    /**
     * Listens at once on a port of the kernel's choice.
     *
     * @param token what a child must show; not blank
     * @param helloWithin from the connection to its complete first line
     */
    public ControlServer(String token, Consumer<ControlMessage> sink, Duration helloWithin) throws IOException {
        this.roster = new Roster(token);
        this.sink = sink;
        this.helloWithin = helloWithin;
        this.server = new ServerSocket(0, MAX_CONNECTIONS, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        this.acceptor = daemon(this::accept, "control-accept");
        acceptor.start();
    }

    /** What children get as {@code CONTROL}. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /**
     * Announces a child before it is started; others are refused.
     *
     * @param role what its hello must say that it is
     * @param instance a name for one life of one process
     * @throws IllegalArgumentException when the name was announced before
     */
    public void expect(String role, String instance) {
        roster.expect(role, instance);
    }

    /** The children that have sent the beginning of a line and not its end, by name, with what has come of it. */
    public Map<String, String> halfLines() {
        Map<String, String> all = new TreeMap<>();
        readers.keySet().forEach(connection -> all.putAll(connection.unfinished()));
        return all;
    }

    private void accept() {
        int failures = 0;
        while (!server.isClosed()) {
            try {
                admit(server.accept());
                failures = 0;
            } catch (IOException e) {
                if (server.isClosed()) {
                    return;
                }
                // One connection that broke at once, or no descriptor is free: whoever waits is still in the backlog.
                if (++failures == MOST_FAILURES) {
                    sink.accept(new ControlMessage.Broken("the control port accepts no more, " + e
                            + "; see how many files may be open (ulimit -n) and run the cell again"));
                    return;
                }
                LockSupport.parkNanos(TRY_AGAIN_NS);
            }
        }
    }

    private void admit(Socket socket) throws IOException {
        if (readers.size() >= MAX_CONNECTIONS) {
            sink.accept(new ControlMessage.Refused(
                    "",
                    "more than " + MAX_CONNECTIONS + " connections",
                    String.valueOf(socket.getRemoteSocketAddress()),
                    ""));
            socket.close();
            return;
        }
        ChildConnection connection;
        try {
            socket.setTcpNoDelay(true);
            connection = new ChildConnection(socket, roster, sink, helloWithin);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        Thread reader = daemon(() -> read(connection), "control-" + socket.getPort());
        readers.put(connection, reader);
        reader.start();
        if (server.isClosed()) {
            // Accepted while close() went through the others.
            connection.close();
        }
    }

    private void read(ChildConnection connection) {
        try {
            connection.run();
        } finally {
            readers.remove(connection);
        }
    }

    /** Ends all connections, so that the children halt themselves, and waits for the readers, up to 5 seconds. */
    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // The descriptor is released all the same.
        }
        readers.keySet().forEach(ChildConnection::close);
        join();
    }

    private void join() {
        long end = System.nanoTime() + CLOSE_WAIT.toNanos();
        try {
            TimeUnit.NANOSECONDS.timedJoin(acceptor, end - System.nanoTime());
            for (Thread reader : readers.values()) {
                // A sink that closes the server must not wait for itself.
                if (reader != Thread.currentThread()) {
                    TimeUnit.NANOSECONDS.timedJoin(reader, end - System.nanoTime());
                }
            }
        } catch (InterruptedException e) {
            // Everything was told to end and is a daemon: the caller's interrupt goes first.
            Thread.currentThread().interrupt();
        }
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
