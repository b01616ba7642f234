package dev.crashharness.orchestrator.wire;

import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.wire.Frame.Direction;
import dev.crashharness.orchestrator.wire.frame.Chunk;
import dev.crashharness.orchestrator.wire.frame.Framers;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * A client's connection and the upstream connection behind it, which is made when there is something to send. Used by the
 * loop's thread only.
 */
final class Connection {
    private final long number;
    private final RelayLoop loop;
    private final Endpoint client;
    private final Framers framers;
    private final Lane requests;
    private final Lane replies;
    private final Debt debt = new Debt();

    private Endpoint upstream;
    private int triedRoute;
    private long givesUpAt;
    private boolean requestEndPassed;
    private boolean replyEndPassed;
    private boolean closed;

    Connection(long number, RelayLoop loop, SocketChannel accepted) throws IOException {
        this.number = number;
        this.loop = loop;
        this.client = new Endpoint(accepted, loop.selector(), this);
        this.framers = Relay.newFramers(loop.framing());
        this.requests = new Lane(Direction.REQUEST, framers.requests(), this);
        this.replies = new Lane(Direction.REPLY, framers.replies(), this);
        update();
    }

    long number() {
        return number;
    }

    void ready(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (client.is(key)) {
            clientReady(key);
        } else if (upstream != null && upstream.is(key)) {
            upstreamReady(key);
        }
        update();
    }

    private void clientReady(SelectionKey key) {
        if (key.isWritable()) {
            replies.flush(client);
        }
        // A frame that was cut short ends the connection while it is written.
        if (key.isValid() && key.isReadable() && requests.wantsRead()) {
            requests.read(client, loop.scratch());
        }
    }

    private void upstreamReady(SelectionKey key) {
        if (key.isConnectable() && !upstream.finishConnect()) {
            upstream.close();
            upstream = null;
            return;
        }
        if (key.isValid() && upstream.connected()) {
            requests.flush(upstream);
            if (key.isValid() && key.isReadable() && replies.wantsRead()) {
                replies.read(upstream, loop.scratch());
            }
        }
    }

    /** Brings sockets and selector up to what the lanes want now; called after each step. */
    void update() {
        if (closed) {
            return;
        }
        // In a protocol that nobody here can read the publisher may be the one who speaks first.
        if (requests.wantsWrite() || (upstream == null && loop.framing() == Framing.CONNECTION)) {
            reachUpstream();
        }
        if (framers.clientWaits() && replies.tellToGoOn()) {
            framers.clientWasTold();
        }
        if (replies.wantsWrite()) {
            replies.flush(client);
        }
        if (closed) {
            return;
        }
        passEnds();
        if (requests.done() && (replies.done() || upstream == null)) {
            close();
            return;
        }
        client.interest(
                (requests.wantsRead() ? SelectionKey.OP_READ : 0) | (replies.wantsWrite() ? SelectionKey.OP_WRITE : 0));
        if (upstream != null) {
            upstream.interest(upstream.connected() ? upstreamInterest() : SelectionKey.OP_CONNECT);
        }
    }

    private int upstreamInterest() {
        return (replies.wantsRead() ? SelectionKey.OP_READ : 0) | (requests.wantsWrite() ? SelectionKey.OP_WRITE : 0);
    }

    private void reachUpstream() {
        if (upstream == null) {
            dial();
        }
        if (upstream != null && upstream.connected()) {
            requests.flush(upstream);
        }
    }

    /** Tries each route once: a refused one means a dead publisher, and the next one announces itself. */
    private void dial() {
        if (givesUpAt == 0) {
            givesUpAt = loop.waitEnds();
        }
        if (triedRoute == loop.route() || loop.upstream() == null) {
            return;
        }
        triedRoute = loop.route();
        upstream = Endpoint.connect(loop.upstream(), loop.selector(), this);
    }

    private void passEnds() {
        if (requests.done() && !requestEndPassed && upstream != null) {
            requestEndPassed = true;
            end(requests, upstream, client);
        }
        if (replies.done() && !replyEndPassed) {
            replyEndPassed = true;
            end(replies, client, upstream);
        }
    }

    private static void end(Lane lane, Endpoint sink, Endpoint source) {
        if (!lane.sinkGone()) {
            sink.endOutput();
        }
        if (lane.gaveUp()) {
            source.close();
        }
    }

    /** Closes the connection when no upstream took it in time; the client then reads an end. */
    void expire(long now) {
        if (waitsForUpstream() && now - givesUpAt >= 0) {
            loop.emit(new WireEvent.NoUpstream(number));
            close();
        }
    }

    boolean waitsForUpstream() {
        return givesUpAt != 0 && (upstream == null || !upstream.connected());
    }

    Frame number(Direction direction, String text) {
        boolean receiverEnded = direction == Direction.REPLY ? requests.sourceEnded() : replies.sourceEnded();
        return new Frame(direction, loop.nextHit(direction), number, text, receiverEnded);
    }

    void ask(Lane lane, Frame frame) {
        loop.ask(frame, disposition -> {
            if (!closed) {
                lane.decided(disposition);
                update();
            }
        });
    }

    RelayLoop loop() {
        return loop;
    }

    /** A chunk has come in whole. */
    void complete(Direction direction, Chunk chunk) {
        if (direction == Direction.REPLY) {
            debt.answered(chunk);
        }
    }

    /** A chunk is about to be written; called before its first byte is, once for each copy. */
    void sending(Direction direction, Chunk chunk) {
        if (direction == Direction.REQUEST) {
            framers.sending(chunk);
        }
    }

    /** A chunk was handed to the receiver's kernel; called once for each copy. */
    void passedOn(Direction direction, Chunk chunk) {
        if (direction == Direction.REQUEST) {
            debt.delivered(chunk);
        }
    }

    /** What it still waits for, one text each; empty when the publisher owes it nothing and nothing is held. */
    List<String> pending() {
        List<String> pending = new ArrayList<>();
        if (!requests.busyWith().isEmpty()) {
            pending.add(requests.busyWith() + (waitsForUpstream() ? ", no publisher listens" : ""));
        }
        if (replies.atGate() && !replies.busyWith().isEmpty()) {
            pending.add(replies.busyWith());
        }
        if (upstream != null && !replies.sourceEnded()) {
            debt.open(requests.sourceEnded()).ifPresent(pending::add);
        }
        return pending;
    }

    /** Ends both sides with a reset instead of an end: neither can tell it from a peer that died with unread bytes. */
    void reset() {
        client.resetOnClose();
        if (upstream != null) {
            upstream.resetOnClose();
        }
        close();
    }

    void close() {
        if (closed) {
            return;
        }
        closed = true;
        requests.abandon();
        replies.abandon();
        client.close();
        if (upstream != null) {
            upstream.close();
        }
        loop.forget(this);
    }
}
