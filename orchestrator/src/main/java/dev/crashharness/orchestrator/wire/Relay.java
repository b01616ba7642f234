package dev.crashharness.orchestrator.wire;

import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.wire.frame.FirstBytesFramer;
import dev.crashharness.orchestrator.wire.frame.Framers;
import dev.crashharness.orchestrator.wire.frame.LineFramer;
import dev.crashharness.orchestrator.wire.http.HttpFramers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Stands between workers and publisher. Workers connect to {@link #address}; what stands behind it is told by {@link
 * #connectTo} and may change. Thread-safe.
 *
 * <p>A connection is made to the upstream when there is something to send, so a worker may connect while no publisher
 * listens. What a client has flushed is delivered even when the client has died; what the upstream answers to a dead
 * client is read to its end and discarded. At most 64 connections at a time.
 */
public final class Relay implements AutoCloseable {
    private static final int BACKLOG = 128;
    private static final Duration UPSTREAM_WAIT = Duration.ofSeconds(30);
    private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofSeconds(5);

    private final RelayLoop loop;
    private final InetSocketAddress address;
    private final Thread thread;

    /** A relay that waits up to 30 seconds for an upstream; see {@link #Relay(Framing, FrameGate, Consumer, Duration)}. */
    public Relay(Framing framing, FrameGate gate, Consumer<WireEvent> events) throws IOException {
        this(framing, gate, events, UPSTREAM_WAIT);
    }

    /**
     * Listens at once on a port of the kernel's choice on 127.0.0.1.
     *
     * @param framing what a frame is
     * @param gate decides on each frame, on threads of its own
     * @param events is called on the relay's only thread and must not block
     * @param upstreamWait how long a request waits for a publisher that listens, before its connection is closed
     */
    public Relay(Framing framing, FrameGate gate, Consumer<WireEvent> events, Duration upstreamWait)
            throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), BACKLOG);
            this.address = (InetSocketAddress) server.getLocalAddress();
            this.loop = new RelayLoop(server, framing, gate, events, upstreamWait);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        this.thread = new Thread(loop, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    /** How one more connection is cut. */
    static Framers newFramers(Framing framing) {
        return switch (framing) {
            case LINES -> Framers.of(new LineFramer(), new LineFramer());
            case HTTP -> new HttpFramers();
            case CONNECTION -> Framers.of(new FirstBytesFramer(), new FirstBytesFramer());
        };
    }

    /** Where workers connect, for the relay's whole life. */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Names the publisher for connections that have none yet; those that wait try it at once. A connection that has an
     * upstream keeps it. A publisher that refuses is not asked again: announce its successor when it listens.
     */
    public void connectTo(InetSocketAddress upstream) {
        if (upstream.isUnresolved()) {
            throw new IllegalArgumentException("the host of " + upstream + " is not known here");
        }
        loop.post(() -> loop.route(upstream));
    }

    /** The publisher that was named last is none any more: connections that have no upstream yet wait for the next one. */
    public void withdraw() {
        loop.post(loop::withdraw);
    }

    /** Waits as {@link #awaitIdle}, on a thread of its own; completes with what it waited for in vain, or fails as that does. */
    public CompletableFuture<List<String>> whenIdle(Duration deadline) {
        CompletableFuture<List<String>> pending = new CompletableFuture<>();
        Thread waiting = new Thread(
                () -> {
                    try {
                        pending.complete(awaitIdle(deadline) ? List.of() : pending());
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } catch (RuntimeException failed) {
                        pending.completeExceptionally(failed);
                    }
                },
                "await-idle");
        waiting.setDaemon(true);
        waiting.start();
        return pending;
    }

    /**
     * Waits until the publisher has nothing to do for what workers have sent before this call: each connection they
     * opened was accepted, each byte they flushed was passed on, dropped, or discarded, each delivered request was
     * answered or its upstream connection closed, and no frame is held but those {@link #withhold withheld}. Since one thread accepts, reads and counts, this
     * needs no barrier: it is so when that thread finds nothing left to accept or read, and says so.
     *
     * <p>Under {@link Framing#CONNECTION}, and behind an upgrade, a request is owed an answer as long as the client has spoken
     * last, and a client that has ended is waited for until the publisher has ended too.
     *
     * @return false when the deadline passed first or the relay was closed; {@link #pending} then tells what it waits for
     */
    public boolean awaitIdle(Duration deadline) throws InterruptedException {
        CompletableFuture<Boolean> idle = new CompletableFuture<>();
        loop.post(() -> loop.awaitIdle(idle));
        try {
            return get(idle, deadline, false);
        } finally {
            // A wait that is done is forgotten by the loop.
            idle.complete(false);
        }
    }

    /** What {@link #awaitIdle} would wait for now, one text each; empty when idle. */
    public List<String> pending() throws InterruptedException {
        CompletableFuture<List<String>> pending = new CompletableFuture<>();
        loop.post(() -> pending.complete(loop.pending()));
        return get(pending, LOOK, List.of("the relay did not say within " + LOOK));
    }

    /**
     * Has {@link #awaitIdle} not wait for {@code frame}, which is held, until {@link #release}; it still waits for all else on
     * the same connection.
     */
    public void withhold(Frame frame) {
        loop.post(() -> loop.withheld().add(frame));
    }

    /** The frame is about to be decided: whoever calls {@link #awaitIdle} after this waits for it. */
    public void release(Frame frame) {
        loop.post(() -> loop.withheld().remove(frame));
    }

    private <T> T get(CompletableFuture<T> answer, Duration deadline, T otherwise) throws InterruptedException {
        if (loop.failure() != null) {
            throw new IllegalStateException(new WireEvent.Failed(loop.failure()).sentence(), loop.failure());
        }
        try {
            return loop.closed() ? otherwise : answer.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            return otherwise;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("the relay on " + address + " has failed", impossible);
        }
    }

    /** Closes all connections, interrupts gates that hold a frame, and waits for its threads, up to 5 seconds. */
    @Override
    public void close() {
        loop.close();
        try {
            long end = System.nanoTime() + CLOSE_WAIT.toNanos();
            thread.join(CLOSE_WAIT.toMillis());
            loop.awaitGates(end - System.nanoTime());
        } catch (InterruptedException e) {
            // Everything was told to end and is a daemon: the caller's interrupt goes first.
            Thread.currentThread().interrupt();
        }
    }
}
