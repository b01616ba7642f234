package dev.crashharness.worker.pipeline;

import dev.crashharness.worker.lease.LossRule;
import dev.crashharness.worker.store.Guards;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Compensation;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Step;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The decisions on which idempotency rests, in one place, so that a planted bug can replace exactly one of them. There
 * is no flag and no variable in the correct code.
 *
 * @param guards what keeps a loser's writes out of the store
 * @param loss when a worker takes its lease for lost
 * @param resumed with which of the saved outputs a worker goes on
 * @param inherited which intent a worker goes on with when it finds one of an earlier generation
 * @param operation the id to send
 * @param silence what a try becomes that got no reliable reply, given why
 * @param recovery what to do next about an operation that has been tried before
 * @param undoing the same for what a person wants undone
 */
public record Decisions(
        Guards guards,
        LossRule loss,
        UnaryOperator<Map<Step, String>> resumed,
        UnaryOperator<Intent> inherited,
        OperationId operation,
        Function<String, Outcome> silence,
        RecoveryRule recovery,
        Undoing undoing) {
    /** The id under which an intent is sent. */
    @FunctionalInterface
    public interface OperationId {
        /** The id that {@code generation} sends for {@code intent} at {@code now}. */
        String of(Intent intent, long generation, Instant now);
    }

    /**
     * The decisions on a compensation; the recovery rule is the same as for publishing.
     *
     * @param inherited which compensation a worker goes on with when it finds one of an earlier generation
     * @param settlement what an answer, or none, makes of it
     */
    public record Undoing(UnaryOperator<Compensation> inherited, Settlement settlement) {}

    /** What is stored is gone on with, the intent's own id is sent, and silence proves nothing. */
    public static Decisions correct() {
        return new Decisions(
                Guards.correct(),
                LossRule.byConfirmation(),
                UnaryOperator.identity(),
                UnaryOperator.identity(),
                (intent, generation, now) -> intent.operation(),
                why -> Outcome.UNKNOWN,
                RecoveryRule.byContract(),
                new Undoing(UnaryOperator.identity(), Settlement.byReceipt()));
    }

    /** These decisions with other guards. */
    public Decisions withGuards(Guards other) {
        return new Decisions(other, loss, resumed, inherited, operation, silence, recovery, undoing);
    }

    /** These decisions with another belief in the lease. */
    public Decisions withLoss(LossRule other) {
        return new Decisions(guards, other, resumed, inherited, operation, silence, recovery, undoing);
    }

    /** These decisions with another choice of saved outputs. */
    public Decisions withResumed(UnaryOperator<Map<Step, String>> other) {
        return new Decisions(guards, loss, other, inherited, operation, silence, recovery, undoing);
    }

    /** These decisions with another answer to a found intent. */
    public Decisions withInherited(UnaryOperator<Intent> other) {
        return new Decisions(guards, loss, resumed, other, operation, silence, recovery, undoing);
    }

    /** These decisions with another id on the wire. */
    public Decisions withOperation(OperationId other) {
        return new Decisions(guards, loss, resumed, inherited, other, silence, recovery, undoing);
    }

    /** These decisions with another meaning of silence. */
    public Decisions withSilence(Function<String, Outcome> other) {
        return new Decisions(guards, loss, resumed, inherited, operation, other, recovery, undoing);
    }

    /** These decisions with another recovery rule. */
    public Decisions withRecovery(RecoveryRule other) {
        return new Decisions(guards, loss, resumed, inherited, operation, silence, other, undoing);
    }

    /** These decisions with another way to undo. */
    public Decisions withUndoing(Undoing other) {
        return new Decisions(guards, loss, resumed, inherited, operation, silence, recovery, other);
    }
}
