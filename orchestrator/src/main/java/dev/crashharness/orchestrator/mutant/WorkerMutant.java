package dev.crashharness.orchestrator.mutant;

import dev.crashharness.publisher.protocol.PayloadHash;
import dev.crashharness.worker.pipeline.Decisions;
import dev.crashharness.worker.pipeline.Decisions.Undoing;
import dev.crashharness.worker.pipeline.RecoveryRule.Move;
import dev.crashharness.worker.pipeline.Settlement.Settled;
import dev.crashharness.worker.store.Guards;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Compensation;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Step;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Optional;

/** The bugs planted in the worker, each named for the report it comes from. */
public enum WorkerMutant {
    /**
     * A claim by the name that the expired lease bears keeps the generation (aegra/aegra#547): to the fence, the abandoned
     * attempt and its replacement are one.
     */
    M01,
    /**
     * A takeover mints and stores an operation id of its own, as SDK layers that create a key per process do
     * (stripe/ai#402, akash-network/console#3449: customers charged two and three times).
     */
    M02,
    /**
     * The id sent contains the generation: {@code orderId + attempt}, written as advice in more than one place
     * (stripe/ai#402). Each takeover is another operation to the publisher.
     */
    M03,
    /**
     * The id sent is a hash of the payload and the time of sending (Adyen/adyen-commercetools#1305, fineract#5674): the
     * retry has another id than the request it repeats.
     */
    M04,
    /**
     * A takeover starts at collect, whatever is saved (stroppy-io/stroppy#167: the body of the transaction is run again).
     * The primary key of {@code checkpoint} would refuse the second save, so this guard is off too: INSERT OR REPLACE.
     */
    M05,
    /**
     * The confirm names the task and nothing else (riverqueue/river#1302, rails/solid_queue#589). All other fences stand,
     * and so do the conditions on the rows' own states, 'sent' and 'prepared': a zombie that wakes after its heir has
     * finished is refused by those. It must wake between the heir's claim and the heir's confirm.
     */
    M06,
    /**
     * The fence lets a task pass that nobody holds (Lore-Hex/quill-router#355): after a clean release the owner is NULL. The
     * primary keys of checkpoint and intent and the state of the intent stand, so the stale write that gets through is the
     * attempt.
     */
    M07,
    /**
     * Neither a refused renewal nor a deadline without one ends the work (bytedance/deer-flow#4414). The fence stands and
     * refuses what the worker writes then: what shows is the step it starts.
     */
    M08,
    /**
     * A request without a reply is stored as one that was not executed (mitodl/mitxpro#4065: the client gave up, the
     * provider did not).
     */
    M09,
    /**
     * A takeover sends again although the publisher neither dedups nor can be asked
     * (powertools-lambda-python#1387: a withdrawal executed twice).
     */
    M10,
    /**
     * A compensation that the publisher refused is recorded as done (AnthropicBots/compressor#1561: the exception was
     * logged, the state was COMPENSATED all the same).
     */
    M17,
    /**
     * A takeover does not go on with the stored compensation but makes a new one (discovery-ukraine/saga-lara-flow#64: a resume
     * began the rollback again, with compensation records of its own; medusajs/medusa#16681: a repeated refund had a new row,
     * whose id was its idempotency key): to the publisher that is a second cancel.
     */
    M18;

    /** Takes the fence's three parameters and looks at the first. */
    private static final String TASK_ALONE = "task = ? AND ? IS NOT NULL AND ? IS NOT NULL";

    private static final String HELD_OR_FREE = "task = ? AND (generation = ? AND owner = ? OR owner IS NULL)";

    /** The correct decisions but for one. */
    public Decisions decisions() {
        Decisions correct = Decisions.correct();
        Guards guards = correct.guards();
        return switch (this) {
            case M01 ->
                correct.withGuards(guards.withSuccession(
                        (generation, holder, claimer) -> claimer.equals(holder) ? generation : generation + 1));
            case M02 -> correct.withInherited(StoredIntent::replaceByNew);
            case M03 -> correct.withOperation((intent, generation, now) -> intent.operation() + "-" + generation);
            case M04 -> correct.withOperation((intent, generation, now) -> hashOf(intent, now.toEpochMilli()));
            case M05 ->
                correct.withResumed(saved -> new EnumMap<>(Step.class))
                        .withGuards(guards.withSaving("INSERT OR REPLACE"));
            case M06 -> correct.withGuards(guards.withConfirming(TASK_ALONE));
            case M07 -> correct.withGuards(guards.withFence(HELD_OR_FREE));
            case M08 -> correct.withLoss((refused, overdue) -> Optional.empty());
            case M09 -> correct.withSilence(why -> Outcome.REFUSED);
            case M10 -> correct.withRecovery((contract, known) -> known.ownSends() == 0 ? Move.SEND : Move.GIVE_UP);
            case M17 ->
                correct.withUndoing(new Undoing(
                        correct.undoing().inherited(),
                        answer -> doneAllTheSame(correct.undoing().settlement().of(answer))));
            case M18 ->
                correct.withUndoing(new Undoing(
                        stored -> Compensation.mint(stored.original()),
                        correct.undoing().settlement()));
        };
    }

    /** The bug called {@code name}. */
    public static Optional<WorkerMutant> of(String name) {
        return Arrays.stream(values())
                .filter(mutant -> mutant.name().equals(name))
                .findFirst();
    }

    private static Settled doneAllTheSame(Settled settled) {
        return settled instanceof Settled.Refused refused ? new Settled.Done("logged: " + refused.why()) : settled;
    }

    private static String hashOf(Intent intent, long sentAtMs) {
        return "op-" + PayloadHash.of(intent.payload() + sentAtMs).substring(0, 32);
    }
}
