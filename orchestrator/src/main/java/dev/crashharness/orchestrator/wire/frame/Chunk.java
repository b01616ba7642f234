package dev.crashharness.orchestrator.wire.frame;

/**
 * Bytes to pass on.
 *
 * @param bytes as they came
 * @param frame whether somebody may decide what becomes of them
 * @param part what they count for
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, never shared: handed on once.
public record Chunk(byte[] bytes, boolean frame, Part part) {
    /** What a chunk is of the message that it belongs to. */
    public enum Part {
        /** All of it. */
        WHOLE,
        BEGINS,
        INSIDE,
        ENDS,
        /** Nothing: it answers nothing and asks nothing, as an interim response does. */
        INTERIM,
        /** Nothing, and it is not to be passed on: the receiver has been told by the relay itself. */
        SWALLOWED,
        /** A turn in a conversation whose messages cannot be told apart. */
        TALK,
        /** The same, where messages were expected. */
        GARBAGE
    }

    /** Whether a message begins with it. */
    public boolean begins() {
        return part == Part.WHOLE || part == Part.BEGINS;
    }

    /** Whether a message ends with it. */
    public boolean ends() {
        return part == Part.WHOLE || part == Part.ENDS;
    }

    /** Whether it is a turn in a conversation: who has spoken last waits for the other. */
    public boolean talks() {
        return part == Part.TALK || part == Part.GARBAGE;
    }

    /** Whether it should have been a frame and is none: too long, cut short, or not understood. */
    public boolean isNoFrame() {
        return switch (part) {
            case WHOLE, BEGINS, INSIDE, ENDS, GARBAGE -> !frame;
            case INTERIM, SWALLOWED, TALK -> false;
        };
    }
}
