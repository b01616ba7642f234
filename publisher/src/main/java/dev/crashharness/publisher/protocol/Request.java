package dev.crashharness.publisher.protocol;

/**
 * What a worker asks of the publisher.
 *
 * @param kind publish, lookup or cancel
 * @param token the run's token; a request with another one is refused
 * @param operation the business intent; the same for every attempt at it
 * @param attempt this network try (empty for a lookup, which cannot change anything)
 * @param generation the sender's generation, for contracts that fence
 * @param payload what to publish (empty for a lookup and a cancel)
 * @param original the operation that a cancel cancels; its own is another one (empty for all others)
 */
public record Request(
        Kind kind,
        String token,
        String task,
        String operation,
        String attempt,
        long generation,
        String payload,
        String original) {
    /** What is asked. */
    public enum Kind {
        /** Make the effect happen. */
        PUBLISH,
        /** Say whether it has happened. */
        LOOKUP,
        /** Undo another operation, and refuse it should it come later. */
        CANCEL
    }

    /** A request to make the effect happen. */
    public static Request publish(
            String token, String task, String operation, String attempt, long generation, String payload) {
        return new Request(Kind.PUBLISH, token, task, operation, attempt, generation, payload, "");
    }

    /** A question whether the operation has taken effect. */
    public static Request lookup(String token, String task, String operation, long generation) {
        return new Request(Kind.LOOKUP, token, task, operation, "", generation, "", "");
    }

    /** A request to cancel {@code original}, under an operation of its own. */
    public static Request cancel(
            String token, String task, String operation, String attempt, long generation, String original) {
        return new Request(Kind.CANCEL, token, task, operation, attempt, generation, "", original);
    }

    /** By this fingerprint two requests of one operation ask for the same; empty for a lookup. */
    public String contentHash() {
        return switch (kind) {
            case PUBLISH -> PayloadHash.of(payload);
            case CANCEL -> PayloadHash.of(original);
            case LOOKUP -> "";
        };
    }
}
