package dev.crashharness.orchestrator.wire.frame;

import dev.crashharness.orchestrator.wire.frame.Chunk.Part;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Makes a frame of the first bytes, as many as one read brings, and lets all others pass: for protocols that nobody here
 * can read.
 */
public final class FirstBytesFramer implements Framer {
    private final Unread unread = new Unread();
    private boolean begun;

    @Override
    public void feed(ByteBuffer source) {
        unread.feed(source);
    }

    @Override
    public Chunk next() {
        if (unread.count() == 0) {
            return null;
        }
        boolean first = !begun;
        begun = true;
        return new Chunk(unread.take(unread.count()), first, Part.TALK);
    }

    @Override
    public Chunk rest() {
        return next();
    }

    @Override
    public int pending() {
        return unread.count();
    }

    @Override
    public String lacks() {
        return "not looked at";
    }

    /** One character for each byte. */
    @Override
    public String text(byte[] frame) {
        return new String(frame, StandardCharsets.ISO_8859_1);
    }
}
