package dev.crashharness.worker.task;

import java.util.Locale;

/**
 * One network try.
 *
 * @param generation of the worker that made it
 * @param sentAtMs when its row was written, before its first byte: epoch milliseconds on that worker's clock
 */
public record Attempt(String id, String operation, long generation, Outcome outcome, long sentAtMs) {
    /** What is known of a try. */
    public enum Outcome {
        /** Recorded, not closed: bytes may or may not be on their way. */
        SENT,
        /** The reply carried the receipt. */
        RECEIPT,
        CONFLICT,
        /** The publisher had seen a higher generation; it was not executed. */
        FENCED,
        /** No reliable reply. Never changed again. */
        UNKNOWN,
        /** The publisher said that it did not execute it. */
        REFUSED;

        /** The spelling in the store. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The outcome spelled {@code id} in the store. */
        public static Outcome of(String id) {
            return valueOf(id.toUpperCase(Locale.ROOT));
        }
    }
}
