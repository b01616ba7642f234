package dev.crashharness.orchestrator.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Cuts a stream of bytes into lines. Holds less than {@link #MAX_FRAME_BYTES} bytes plus what was fed last, provided that
 * the caller takes all chunks before it feeds more. Not thread-safe.
 */
final class Framer {
    /** 64 KiB and the newline. */
    static final int MAX_FRAME_BYTES = (64 << 10) + 1;

    private byte[] bytes = new byte[1024];
    private int count;
    private int searched;
    private boolean insideLongLine;

    /**
     * Bytes to pass on.
     *
     * @param bytes with their newline, if there was one
     * @param begins whether a line begins with them
     * @param ends whether a line ends with them
     * @param tooLong whether the line is longer than a frame may be
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared, never shared: handed on once.
    record Chunk(byte[] bytes, boolean begins, boolean ends, boolean tooLong) {
        /** Otherwise a piece of a line. */
        boolean frame() {
            return begins && ends && !tooLong;
        }
    }

    void feed(ByteBuffer source) {
        int more = source.remaining();
        if (count + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(count + more, bytes.length * 2));
        }
        source.get(bytes, count, more);
        count += more;
    }

    /** The next chunk, or null when more bytes are needed. */
    Chunk next() {
        while (searched < count && bytes[searched] != '\n') {
            searched++;
        }
        boolean newline = searched < count;
        int length = newline ? searched + 1 : searched;
        boolean tooLong = insideLongLine || length > MAX_FRAME_BYTES || (!newline && length == MAX_FRAME_BYTES);
        return length == 0 || !(newline || tooLong) ? null : take(length, newline, tooLong);
    }

    /** What is left when the sender has ended: a line's beginning, or null. */
    Chunk rest() {
        return count == 0 ? null : take(count, false, insideLongLine);
    }

    /** Bytes of a line that is not complete. */
    int pending() {
        return count;
    }

    private Chunk take(int length, boolean ends, boolean tooLong) {
        Chunk chunk = new Chunk(Arrays.copyOf(bytes, length), !insideLongLine, ends, tooLong);
        System.arraycopy(bytes, length, bytes, 0, count - length);
        count -= length;
        searched = 0;
        insideLongLine = tooLong && !ends;
        return chunk;
    }
}
