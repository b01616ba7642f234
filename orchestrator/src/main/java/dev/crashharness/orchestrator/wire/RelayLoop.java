package dev.crashharness.orchestrator.wire;

import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.wire.Frame.Direction;
import dev.crashharness.orchestrator.wire.door.Door;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * The relay's one thread. It owns all sockets and all state; others hand it tasks. Bytes are read, and frames numbered,
 * on this thread only, so a look at the selector and at the connections from here misses nothing.
 */
final class RelayLoop implements Runnable {
    private static final int MAX_CONNECTIONS = 64;
    private static final long TICK_MILLIS = 100;

    private final Selector selector;
    private final Door door;
    private final Framing framing;
    private final Gatekeeper gatekeeper;
    private final Consumer<WireEvent> events;
    private final Duration upstreamWait;
    private final ByteBuffer scratch = ByteBuffer.allocateDirect(16 << 10);
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Set<Connection> connections = new LinkedHashSet<>();
    private final List<CompletableFuture<Boolean>> idleWaits = new ArrayList<>();
    private final Set<Frame> withheld = new HashSet<>();
    private volatile boolean closed;
    private volatile Throwable failure;
    private InetSocketAddress upstream;
    private int route;
    private long accepted;
    private final Map<Direction, Integer> hits = new EnumMap<>(Direction.class);

    RelayLoop(
            ServerSocketChannel server,
            Framing framing,
            FrameGate gate,
            Consumer<WireEvent> events,
            Duration upstreamWait)
            throws IOException {
        this.selector = Selector.open();
        this.framing = framing;
        this.gatekeeper = new Gatekeeper(gate, this);
        this.events = events;
        this.upstreamWait = upstreamWait;
        this.door = new Door(server, selector);
    }

    @Override
    public void run() {
        try {
            while (!closed) {
                round();
            }
        } catch (IOException | RuntimeException | Error e) {
            // A failing event consumer, or no descriptors left: whoever waits is told.
            failure = e;
            tell(e);
        } finally {
            closed = true;
            shutDown();
        }
    }

    private void tell(Throwable failed) {
        try {
            if (!closed) {
                emit(new WireEvent.Failed(failed));
            }
        } catch (RuntimeException | Error again) {
            failed.addSuppressed(again);
        }
    }

    private void round() throws IOException {
        if (selector.selectNow() == 0 && tasks.isEmpty()) {
            // Nothing to accept, to read or to decide: what the connections say now is the whole truth.
            settleIdleWaits();
            selector.select(connections.stream().anyMatch(Connection::waitsForUpstream) ? TICK_MILLIS : 0);
        }
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        serveReadyKeys();
        long now = System.nanoTime();
        List.copyOf(connections).forEach(connection -> connection.expire(now));
    }

    private void serveReadyKeys() throws IOException {
        Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
        while (ready.hasNext()) {
            SelectionKey key = ready.next();
            ready.remove();
            if (key.attachment() instanceof Connection connection) {
                connection.ready(key);
            } else {
                accept();
            }
        }
    }

    private void accept() throws IOException {
        for (SocketChannel client = door.next(); client != null; client = door.next()) {
            if (connections.size() < MAX_CONNECTIONS) {
                connections.add(new Connection(++accepted, this, client));
            } else {
                emit(new WireEvent.Refused(client.getRemoteAddress(), MAX_CONNECTIONS));
                client.close();
            }
        }
    }

    private void settleIdleWaits() {
        idleWaits.removeIf(CompletableFuture::isDone);
        if (!idleWaits.isEmpty() && pending().isEmpty()) {
            idleWaits.forEach(wait -> wait.complete(true));
            idleWaits.clear();
        }
    }

    /** Runs a task on the loop's thread; after the loop has ended it never runs. */
    void post(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    void route(InetSocketAddress address) {
        upstream = address;
        route++;
        List.copyOf(connections).forEach(Connection::update);
    }

    void withdraw() {
        upstream = null;
    }

    void awaitIdle(CompletableFuture<Boolean> wait) {
        idleWaits.add(wait);
    }

    /** The held frames for which nobody waits. */
    Set<Frame> withheld() {
        return withheld;
    }

    List<String> pending() {
        return connections.stream()
                .flatMap(connection ->
                        connection.pending().stream().map(text -> "connection " + connection.number() + ": " + text))
                .toList();
    }

    void ask(Frame frame, Consumer<Disposition> then) {
        gatekeeper.ask(frame, then);
    }

    void emit(WireEvent event) {
        events.accept(event);
    }

    void forget(Connection connection) {
        connections.remove(connection);
    }

    int nextHit(Direction direction) {
        return hits.merge(direction, 1, Integer::sum);
    }

    Framing framing() {
        return framing;
    }

    Selector selector() {
        return selector;
    }

    ByteBuffer scratch() {
        return scratch;
    }

    /** Where the publisher listens, or null while there is none. */
    InetSocketAddress upstream() {
        return upstream;
    }

    /** Grows with each announced upstream; 0 before the first. */
    int route() {
        return route;
    }

    long waitEnds() {
        return System.nanoTime() + upstreamWait.toNanos();
    }

    /** The loop ends soon after; safe on any thread. */
    void close() {
        closed = true;
        gatekeeper.close();
        // A task and not a mere wake-up, which selectNow() may swallow.
        post(() -> {});
    }

    boolean awaitGates(long nanos) throws InterruptedException {
        return gatekeeper.awaitEnd(nanos);
    }

    boolean closed() {
        return closed;
    }

    /** Why the loop ended before it was closed, or null. */
    Throwable failure() {
        return failure;
    }

    private void shutDown() {
        gatekeeper.close();
        idleWaits.forEach(wait -> wait.complete(false));
        List.copyOf(connections).forEach(Connection::close);
        try {
            door.close();
            selector.close();
        } catch (IOException e) {
            // Nobody listens any more; the descriptors go with the process.
        }
    }
}
