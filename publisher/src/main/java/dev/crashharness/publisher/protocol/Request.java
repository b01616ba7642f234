package dev.crashharness.publisher.protocol;

import java.util.Optional;

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
    /** An operation and an attempt have at most so many characters: both stand in each announcement of a point. */
    public static final int MAX_ID_CHARACTERS = 64;

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

    /**
     * By this fingerprint two requests of one operation ask for the same; empty for a lookup. The kind is a part of it: a
     * payload may spell the id that a cancel names.
     */
    public String contentHash() {
        return switch (kind) {
            case PUBLISH -> PayloadHash.of(payload);
            case CANCEL -> "cancel:" + PayloadHash.of(original);
            case LOOKUP -> "";
        };
    }

    /**
     * Why no publisher executes it, or empty. Operation and original have 1 to {@value #MAX_ID_CHARACTERS} characters, an
     * attempt may be empty; no name holds control characters, which would change the look of every sentence it stands in.
     */
    public Optional<String> flaw() {
        return operation.isEmpty()
                ? Optional.of("operation is empty")
                : tooLong("operation", operation)
                        .or(() -> tooLong("attempt", attempt))
                        .or(() -> unprintable("operation", operation))
                        .or(() -> unprintable("attempt", attempt))
                        .or(() -> unprintable("task", task))
                        .or(() -> kind == Kind.CANCEL ? flawOfOriginal() : Optional.empty());
    }

    private Optional<String> flawOfOriginal() {
        if (original.isEmpty()) {
            return Optional.of("original is empty");
        }
        return original.equals(operation)
                ? Optional.of("original is the cancel's own operation, expected another one")
                : tooLong("original", original).or(() -> unprintable("original", original));
    }

    private static Optional<String> tooLong(String name, String id) {
        int characters = id.codePointCount(0, id.length());
        return characters > MAX_ID_CHARACTERS
                ? Optional.of(name + " has " + characters + " characters, expected at most " + MAX_ID_CHARACTERS)
                : Optional.empty();
    }

    private static Optional<String> unprintable(String name, String id) {
        return id.chars().anyMatch(Character::isISOControl)
                ? Optional.of(name + " holds a control character")
                : Optional.empty();
    }
}
