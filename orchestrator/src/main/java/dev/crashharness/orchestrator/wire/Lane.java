package dev.crashharness.orchestrator.wire;

import dev.crashharness.orchestrator.wire.Frame.Direction;
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

    private final Direction direction;
    private final Connection connection;
    private final Framer framer = new Framer();

    private Framer.Chunk chunk;
    private Frame frame;
    private ByteBuffer out;
    private int copies = 1;
    private boolean breaksOff;
    private boolean atGate;
    private boolean sourceEnded;
    private boolean sinkGone;
    private boolean done;
    private long discarded;

    Lane(Direction direction, Connection connection) {
        this.direction = direction;
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
        copies = disposition == Disposition.DUPLICATE ? 2 : 1;
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
            connection.emit(new WireEvent.Undeliverable(frame));
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
                frame = connection.number(direction, text(chunk.bytes()));
                atGate = true;
                connection.ask(this, frame);
            } else {
                frame = null;
                connection.emit(new WireEvent.NotAFrame(direction, connection.number(), chunk.bytes().length));
                copies = 1;
                send(chunk.bytes());
            }
        }
    }

    private Framer.Chunk next() {
        Framer.Chunk line = framer.next();
        return line == null && sourceEnded ? framer.rest() : line;
    }

    private void send(byte[] bytes) {
        if (sinkGone) {
            discard();
        } else {
            out = ByteBuffer.wrap(bytes);
        }
    }

    private static byte[] twice(byte[] bytes) {
        byte[] both = Arrays.copyOf(bytes, 2 * bytes.length);
        System.arraycopy(bytes, 0, both, bytes.length, bytes.length);
        return both;
    }

    private void discard() {
        discarded += chunk.bytes().length;
        if (frame != null) {
            connection.emit(new WireEvent.Undeliverable(frame));
        }
        if (gaveUp()) {
            connection.emit(new WireEvent.GaveUp(direction, connection.number(), discarded));
            done = true;
            sourceEnded = true;
        }
    }

    private static String text(byte[] line) {
        return new String(line, 0, line.length - 1, StandardCharsets.UTF_8);
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
        if (atGate) {
            return direction.id() + " #" + frame.hit() + " is held at the gate";
        }
        if (out != null) {
            return direction.id() + " is not yet passed on (" + out.remaining() + " bytes)";
        }
        int half = framer.pending();
        return half > 0 ? "half a " + direction.id() + " has arrived (" + half + " bytes, no newline)" : "";
    }
}
