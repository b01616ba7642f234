package dev.crashharness.orchestrator.wire;

import java.util.Locale;

/**
 * One whole request or reply that lies in the relay.
 *
 * @param hit 1-based number of the frame in its direction over the relay's life, in the order in which frames were
 *     complete
 * @param connection 1-based number of the client's connection
 * @param text of lines, the line without its newline, UTF-8 with malformed bytes replaced; under every other framing
 *     one character (ISO 8859-1) for each byte. What is forwarded are the bytes themselves
 * @param receiverEnded true when the receiver had already ended its own stream: for a reply, the client is dead or sends
 *     no more; for a request, the publisher is dead or answers no more
 */
public record Frame(Direction direction, int hit, long connection, String text, boolean receiverEnded) {
    /** Which way a frame travels. */
    public enum Direction {
        /** From a client to the upstream. */
        REQUEST,
        /** From the upstream to a client. */
        REPLY;

        /** Lower case, for messages. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
