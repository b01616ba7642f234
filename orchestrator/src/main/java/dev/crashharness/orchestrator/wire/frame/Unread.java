package dev.crashharness.orchestrator.wire.frame;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes that have come in and were not yet handed on. */
public final class Unread {
    private byte[] bytes = new byte[1024];
    private int count;

    /** Takes all that remains in {@code source}. */
    public void feed(ByteBuffer source) {
        int more = source.remaining();
        if (count + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(count + more, bytes.length * 2));
        }
        source.get(bytes, count, more);
        count += more;
    }

    /** The bytes themselves; only the first {@link #count} are any, and only until the next call of another method. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** Hands on the first {@code length}. */
    public byte[] take(int length) {
        byte[] taken = Arrays.copyOf(bytes, length);
        System.arraycopy(bytes, length, bytes, 0, count - length);
        count -= length;
        return taken;
    }
}
