package dev.crashharness.orchestrator.wire;

import dev.crashharness.orchestrator.wire.Frame.Direction;
import dev.crashharness.orchestrator.wire.frame.Chunk;
import dev.crashharness.orchestrator.wire.frame.Chunk.Part;
import dev.crashharness.orchestrator.wire.frame.Framer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One direction of a connection: reads its source, lets each frame pass the gate, writes to its sink; one chunk at a time,
 * and nothing is read while one is under way. When the sink is gone the source is read dry all the same, so that the
 * publisher never sees a broken pipe in the middle of a reply. Used by the loop's thread only.
 */
final class Lane {
    /** How much is read for nobody before the source is closed. */
    static final long MAX_DISCARDED_BYTES = 16L << 20;

    private static final byte[] GO_ON = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Direction direction;
    private final Connection connection;
    private final Framer framer;

    private Chunk chunk;
    private Frame frame;
    private ByteBuffer out;
    private int copies = 1;
    private boolean breaksOff;
    private boolean atGate;
    private boolean sourceEnded;
    private boolean sinkGone;
    private boolean done;
    private long discarded;

    Lane(Direction direction, Framer framer, Connection connection) {
        this.direction = direction;
        this.framer = framer;
        this.connection = connection;
    }

    /** Reads once from the source and goes on as far as possible. */
    void read(Endpoint source, ByteBuffer scratch) {
        int n = source.read(scratch.clear());
        if (n < 0) {
            sourceEnded = true;
        } else {
            framer.feed(scratch.flip());
        }
        advance();
    }

    /** The gate has answered. */
    void decided(Disposition disposition) {
        atGate = false;
        copies = disposition == Disposition.DUPLICATE ? 2 : 1;
        switch (disposition) {
            case FORWARD -> send(chunk.bytes());
            case DUPLICATE -> send(twice(chunk.bytes()));
            case HALF -> {
                breaksOff = true;
                send(Arrays.copyOf(chunk.bytes(), chunk.bytes().length / 2));
            }
            case RESET -> {
                connection.reset();
                return;
            }
            case DROP -> {}
        }
        advance();
    }

    /** Writes on, when the sink is there. */
    void flush(Endpoint sink) {
        if (out == null) {
            return;
        }
        if (!sink.write(out)) {
            sinkGone = true;
            out = null;
            discard();
        } else if (!out.hasRemaining()) {
            out = null;
            for (int copy = 0; copy < copies; copy++) {
                connection.passedOn(direction, chunk);
            }
            if (breaksOff) {
                connection.close();
                return;
            }
        }
        advance();
    }

    /** Nobody will ever take what is under way. */
    void abandon() {
        if (frame != null && out != null) {
            connection.loop().emit(new WireEvent.Undeliverable(frame));
        }
        out = null;
    }

    private void advance() {
        while (!atGate && out == null && !done) {
            chunk = next();
            if (chunk == null) {
                done = sourceEnded;
                return;
            }
            connection.complete(direction, chunk);
            if (chunk.frame()) {
                frame = connection.number(direction, framer.text(chunk.bytes()));
                atGate = true;
                connection.ask(this, frame);
            } else if (chunk.part() != Part.SWALLOWED) {
                passUnasked();
            }
        }
    }

    private void passUnasked() {
        frame = null;
        copies = 1;
        if (chunk.isNoFrame()) {
            connection.loop().emit(new WireEvent.NotAFrame(direction, connection.number(), chunk.bytes().length));
        }
        send(chunk.bytes());
    }

    private Chunk next() {
        Chunk whole = framer.next();
        return whole == null && sourceEnded ? framer.rest() : whole;
    }

    private void send(byte[] bytes) {
        if (sinkGone) {
            discard();
            return;
        }
        out = ByteBuffer.wrap(bytes);
        for (int copy = 0; copy < copies; copy++) {
            connection.sending(direction, chunk);
        }
    }

    /** Says in the publisher's place that the rest may come. False: something else is under way, or nobody listens. */
    boolean tellToGoOn() {
        if (atGate || out != null || sinkGone || framer.pending() > 0) {
            return false;
        }
        chunk = new Chunk(GO_ON, false, Part.INTERIM);
        passUnasked();
        return true;
    }

    private static byte[] twice(byte[] bytes) {
        byte[] both = Arrays.copyOf(bytes, 2 * bytes.length);
        System.arraycopy(bytes, 0, both, bytes.length, bytes.length);
        return both;
    }

    private void discard() {
        discarded += chunk.bytes().length;
        if (frame != null) {
            connection.loop().emit(new WireEvent.Undeliverable(frame));
        }
        if (gaveUp()) {
            connection.loop().emit(new WireEvent.GaveUp(direction, connection.number(), discarded));
            done = true;
            sourceEnded = true;
        }
    }

    boolean wantsRead() {
        return !sourceEnded && !atGate && out == null;
    }

    boolean wantsWrite() {
        return out != null;
    }

    boolean atGate() {
        return atGate;
    }

    boolean sourceEnded() {
        return sourceEnded;
    }

    /** Its source has ended, and all of it was passed on or discarded. */
    boolean done() {
        return done;
    }

    boolean sinkGone() {
        return sinkGone;
    }

    boolean gaveUp() {
        return discarded > MAX_DISCARDED_BYTES;
    }

    /** What keeps it from being quiet, or an empty text. */
    String busyWith() {
        if (atGate && connection.loop().withheld().contains(frame)) {
            return "";
        }
        if (atGate) {
            return direction.id() + " #" + frame.hit() + " is held at the gate";
        }
        if (out != null) {
            return direction.id() + " is not yet passed on (" + out.remaining() + " bytes)";
        }
        int half = framer.pending();
        return half > 0 ? "half a " + direction.id() + " has arrived (" + half + " bytes, " + framer.lacks() + ")" : "";
    }
}
