package dev.crashharness.worker.store;

import dev.crashharness.worker.store.person.Approvals;
import dev.crashharness.worker.store.person.PersonsWrite;
import dev.crashharness.worker.store.person.ResolvingWrites;
import dev.crashharness.worker.task.Approval;
import dev.crashharness.worker.task.Resolution;

/**
 * What keeps out the writes of a worker that has lost its lease. A planted bug replaces one of them.
 *
 * @param succession which generation a claim gets
 * @param fence the predicate of each write: the holder's own row of {@code task}; takes task, generation and owner as its
 *     parameters, in this order. Never the clock, which can step, and never the name alone, which can come back
 *     (aegra/aegra#547)
 * @param confirming the same for the writes that confirm a receipt
 * @param saving the verb by which a checkpoint is saved; a plain insert leaves it to the primary key that a step is
 *     committed once
 * @param approving what a person's approval writes
 * @param resolving what a person's resolution writes
 */
public record Guards(
        Succession succession,
        String fence,
        String confirming,
        String saving,
        PersonsWrite<Approval> approving,
        PersonsWrite<Resolution> resolving) {
    /** The predicate that holds for nobody but the holder. */
    public static final String HELD = "task = ? AND generation = ? AND owner = ?";

    /** How the generation of a claim follows from what it finds. */
    @FunctionalInterface
    public interface Succession {
        /**
         * The generation of a claim.
         *
         * @param generation the last one
         * @param holder whose expired lease was found; null when nobody's
         * @param claimer who claims
         */
        long next(long generation, String holder, String claimer);
    }

    /** One above the last, whoever claims; and generation and owner in each write. */
    public static Guards correct() {
        return new Guards(
                (generation, holder, claimer) -> generation + 1,
                HELD,
                HELD,
                "INSERT",
                Approvals::write,
                ResolvingWrites::write);
    }

    /** These guards with another succession. */
    public Guards withSuccession(Succession other) {
        return new Guards(other, fence, confirming, saving, approving, resolving);
    }

    /** These guards with another predicate in each write, the confirm's too. */
    public Guards withFence(String other) {
        return new Guards(succession, other, other, saving, approving, resolving);
    }

    /** These guards with another predicate in the confirm's writes. */
    public Guards withConfirming(String other) {
        return new Guards(succession, fence, other, saving, approving, resolving);
    }

    /** These guards with another verb for checkpoints. */
    public Guards withSaving(String other) {
        return new Guards(succession, fence, confirming, other, approving, resolving);
    }

    /** These guards with another approval. */
    public Guards withApproving(PersonsWrite<Approval> other) {
        return new Guards(succession, fence, confirming, saving, other, resolving);
    }

    /** These guards with another resolution. */
    public Guards withResolving(PersonsWrite<Resolution> other) {
        return new Guards(succession, fence, confirming, saving, approving, other);
    }
}
