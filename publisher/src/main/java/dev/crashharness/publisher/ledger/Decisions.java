package dev.crashharness.publisher.ledger;

import java.util.function.BiPredicate;

/**
 * The decisions on which "once" rests at the publisher, in one place, so that a planted bug can replace exactly one of
 * them. There is no flag and no variable in the correct code.
 *
 * @param execution how the rows of one request become durable
 * @param sameContent whether a payload's fingerprint, given second, is that of the operation remembered with the first
 */
public record Decisions(Execution execution, BiPredicate<String, String> sameContent) {
    /** One transaction per request, and other content is another request. */
    public static Decisions correct() {
        return new Decisions(Execution.inOneTransaction(), String::equals);
    }

    /** These decisions with another way to commit. */
    public Decisions withExecution(Execution other) {
        return new Decisions(other, sameContent);
    }

    /** These decisions with another comparison of payloads. */
    public Decisions withSameContent(BiPredicate<String, String> other) {
        return new Decisions(execution, other);
    }
}
