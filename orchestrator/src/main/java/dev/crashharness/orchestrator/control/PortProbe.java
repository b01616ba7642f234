package dev.crashharness.orchestrator.control;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A port for a server that cannot choose one and report it, and the moment at which somebody accepts connections there. The
 * port was free when it was chosen; another program may take it before the server does, which then fails to bind and ends.
 */
public final class PortProbe {
    private static final Duration EVERY = Duration.ofMillis(20);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int PATIENCE_MS = 1000;

    private final int port;

    private PortProbe(int port) {
        this.port = port;
    }

    /**
     * Chooses a port that nobody listens on now.
     *
     * @throws UncheckedIOException when none is free
     */
    public static PortProbe onAFreePort() {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new PortProbe(server.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException("no port is free for the publisher: " + e.getMessage(), e);
        }
    }

    /** The chosen port. */
    public int port() {
        return port;
    }

    /** Where a connection is tried. */
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Runs {@code opened} on a thread of its own once a connection was accepted, unless {@code alive} is false before. */
    public void await(BooleanSupplier alive, Runnable opened) {
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "port-" + port);
            thread.setDaemon(true);
            return thread;
        });
        long end = System.nanoTime() + LONGEST.toNanos();
        ScheduledFuture<?> unused = clock.scheduleWithFixedDelay(
                () -> {
                    boolean open = answers();
                    if (open) {
                        opened.run();
                    }
                    if (open || !alive.getAsBoolean() || System.nanoTime() > end) {
                        clock.shutdown();
                    }
                },
                0,
                EVERY.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(address(), PATIENCE_MS);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }
}
