package dev.crashharness.orchestrator.wire.frame;

import dev.crashharness.orchestrator.wire.frame.Chunk.Part;
import dev.crashharness.publisher.protocol.FrameReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Cuts at newlines. A line that is longer than a frame may be passes in pieces. */
public final class LineFramer implements Framer {
    /** As the publisher reads them, newline included: what it takes for too long is no frame here either. */
    static final int MAX_FRAME_BYTES = FrameReader.MAX_BYTES;

    private final Unread unread = new Unread();
    private int searched;
    private boolean insideLongLine;

    @Override
    public void feed(ByteBuffer source) {
        unread.feed(source);
    }

    @Override
    public Chunk next() {
        while (searched < unread.count() && unread.bytes()[searched] != '\n') {
            searched++;
        }
        boolean newline = searched < unread.count();
        int length = newline ? searched + 1 : searched;
        boolean tooLong = insideLongLine || length > MAX_FRAME_BYTES || (!newline && length == MAX_FRAME_BYTES);
        return length == 0 || !(newline || tooLong) ? null : take(length, newline, tooLong);
    }

    @Override
    public Chunk rest() {
        return unread.count() == 0 ? null : take(unread.count(), false, insideLongLine);
    }

    @Override
    public int pending() {
        return unread.count();
    }

    @Override
    public String lacks() {
        return "no newline";
    }

    /** UTF-8, without the newline; malformed bytes are replaced. */
    @Override
    public String text(byte[] frame) {
        return new String(frame, 0, frame.length - 1, StandardCharsets.UTF_8);
    }

    private Chunk take(int length, boolean ends, boolean tooLong) {
        Part part = insideLongLine ? (ends ? Part.ENDS : Part.INSIDE) : (ends ? Part.WHOLE : Part.BEGINS);
        searched = 0;
        insideLongLine = tooLong && !ends;
        return new Chunk(unread.take(length), part == Part.WHOLE && !tooLong, part);
    }
}
