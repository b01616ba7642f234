package dev.crashharness.worker.pipeline;

import dev.crashharness.worker.task.Intent;
import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * The decisions on which idempotency rests, in one place, so that a planted bug can replace exactly one of them. There
 * is no flag and no variable in the correct code.
 *
 * @param recovery what to do next about an operation that has been tried before
 * @param inherited which intent a worker goes on with when it finds one of an earlier generation
 * @param operation the id to send for an intent at a moment
 */
public record Decisions(
        RecoveryRule recovery, UnaryOperator<Intent> inherited, BiFunction<Intent, Instant, String> operation) {
    /** The intent does not change, its id is what is sent, and the contract decides about trying again. */
    public static Decisions correct() {
        return new Decisions(RecoveryRule.byContract(), UnaryOperator.identity(), (intent, now) -> intent.operation());
    }

    /** These decisions with another recovery rule. */
    public Decisions withRecovery(RecoveryRule other) {
        return new Decisions(other, inherited, operation);
    }

    /** These decisions with another answer to a found intent. */
    public Decisions withInherited(UnaryOperator<Intent> other) {
        return new Decisions(recovery, other, operation);
    }

    /** These decisions with another id on the wire. */
    public Decisions withOperation(BiFunction<Intent, Instant, String> other) {
        return new Decisions(recovery, inherited, other);
    }
}
