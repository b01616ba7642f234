package dev.crashharness.orchestrator.wire.frame;

import java.nio.ByteBuffer;

/**
 * Cuts one direction of a connection. All chunks together are the bytes that were fed, in order, however these were cut.
 * Holds at most one frame plus what was fed last, provided that the caller takes all chunks before it feeds more. Not
 * thread-safe.
 */
public interface Framer {
    /** Takes all that remains in {@code source}. */
    void feed(ByteBuffer source);

    /** The next chunk, or null when more bytes are needed. */
    Chunk next();

    /** What is left when the sender has ended, or null. */
    Chunk rest();

    /** Bytes of a message that is not complete. */
    int pending();

    /** What such a message lacks, in two or three words. */
    String lacks();

    /** A frame as text, for those who decide on it. */
    String text(byte[] frame);
}
