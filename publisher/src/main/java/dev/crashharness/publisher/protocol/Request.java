package dev.crashharness.publisher.protocol;

/**
 * What a worker asks of the publisher.
 *
 * @param kind publish or lookup
 * @param token the run's token; a request with another one is refused
 * @param operation the business intent; the same for every attempt at it
 * @param attempt this network try (empty for a lookup, which cannot change anything)
 * @param generation the sender's generation, for contracts that fence
 * @param payload what to publish (empty for a lookup)
 */
public record Request(
        Kind kind, String token, String task, String operation, String attempt, long generation, String payload) {
    /** What is asked. */
    public enum Kind {
        /** Make the effect happen. */
        PUBLISH,
        /** Say whether it has happened. */
        LOOKUP
    }

    /** A request to make the effect happen. */
    public static Request publish(
            String token, String task, String operation, String attempt, long generation, String payload) {
        return new Request(Kind.PUBLISH, token, task, operation, attempt, generation, payload);
    }

    /** A question whether the operation has taken effect. */
    public static Request lookup(String token, String task, String operation, long generation) {
        return new Request(Kind.LOOKUP, token, task, operation, "", generation, "");
    }
}
