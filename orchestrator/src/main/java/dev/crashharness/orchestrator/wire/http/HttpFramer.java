package dev.crashharness.orchestrator.wire.http;

import dev.crashharness.orchestrator.wire.frame.Chunk;
import dev.crashharness.orchestrator.wire.frame.Chunk.Part;
import dev.crashharness.orchestrator.wire.frame.Framer;
import dev.crashharness.orchestrator.wire.frame.Unread;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** Cuts one direction of an HTTP/1.1 connection into messages. What is none passes, and so does all that follows it. */
final class HttpFramer implements Framer {
    /** Head and body together; what is longer passes in pieces. */
    static final int MAX_FRAME_BYTES = 1 << 20;

    /** What differs between requests and responses. */
    interface Side {
        Pattern startLine();

        /** What follows {@code head}; empty when nobody can say. */
        Optional<Body> begin(Head head);

        /** What a head is that {@link #begin} gave no body of its own: {@link Part#WHOLE} for a message. */
        Part part();

        /** A message's last byte has come. */
        void end();

        /** Whether what comes now is no message. */
        boolean isTunnel();
    }

    private final Side side;
    private final HeadReader heads;
    private final Unread unread = new Unread();
    private Body body;
    private int read;
    private boolean inPieces;
    private boolean lost;

    HttpFramer(Side side) {
        this.side = side;
        this.heads = new HeadReader(side.startLine());
    }

    @Override
    public void feed(ByteBuffer source) {
        unread.feed(source);
    }

    @Override
    public Chunk next() {
        if (unread.count() == 0) {
            return null;
        }
        if (body == null && !lost) {
            if (side.isTunnel()) {
                return all(Part.TALK);
            }
            readHead();
        }
        if (lost) {
            return all(Part.GARBAGE);
        }
        return body == null ? null : message();
    }

    private void readHead() {
        int length = heads.length(unread.bytes(), unread.count());
        if (length == 0 || length > HeadReader.MAX_BYTES) {
            lost = length > 0 || !heads.isPlausible(unread.count());
            return;
        }
        Optional<Body> announced = side.begin(Head.parse(unread.bytes(), length));
        lost = announced.isEmpty();
        body = announced.orElse(null);
        read = length;
    }

    private Chunk message() {
        read += body.take(unread.bytes(), read, unread.count());
        if (body.isBroken()) {
            lost = true;
            return all(Part.GARBAGE);
        }
        if (body.isEnded()) {
            return ended();
        }
        return inPieces || read > MAX_FRAME_BYTES ? piece() : null;
    }

    /** Interim responses end here too: they are heads without a body. */
    private Chunk ended() {
        Part part = inPieces ? Part.ENDS : side.part();
        boolean frame = part == Part.WHOLE && read <= MAX_FRAME_BYTES;
        side.end();
        Chunk chunk = new Chunk(unread.take(read), frame, part);
        body = null;
        read = 0;
        inPieces = false;
        heads.reset();
        return chunk;
    }

    private Chunk piece() {
        Part part = inPieces ? Part.INSIDE : Part.BEGINS;
        inPieces = true;
        Chunk chunk = new Chunk(unread.take(read), false, part);
        read = 0;
        return chunk;
    }

    private Chunk all(Part part) {
        return new Chunk(unread.take(unread.count()), false, part);
    }

    /** Of a response without a length nobody can say whether it was cut short: it is a frame as it is. */
    @Override
    public Chunk rest() {
        if (unread.count() == 0) {
            return null;
        }
        read = unread.count();
        return body != null && body.endsWithItsSender() ? ended() : piece();
    }

    /** Empty lines behind a message are nothing that could be waited for. */
    @Override
    public int pending() {
        return body == null && heads.isBlank(unread.count()) ? 0 : unread.count();
    }

    @Override
    public String lacks() {
        return "no end";
    }

    /** One character for each byte. */
    @Override
    public String text(byte[] frame) {
        return new String(frame, StandardCharsets.ISO_8859_1);
    }
}
