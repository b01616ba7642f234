package dev.crashharness.orchestrator.mutant;

import dev.crashharness.publisher.protocol.PayloadHash;
import dev.crashharness.worker.pipeline.Decisions;
import dev.crashharness.worker.pipeline.RecoveryRule.Move;
import dev.crashharness.worker.task.Intent;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/** The planted bugs, each named for the report it comes from. */
public enum Mutant {
    /**
     * A takeover mints and stores an operation id of its own, as SDK layers that create a key per process do
     * (stripe/ai#402, akash-network/console#3449: customers charged two and three times).
     */
    M02(() -> Decisions.correct().withInherited(StoredIntent::replaceByNew)),
    /**
     * The id sent is a hash of the payload and the time of sending (Adyen/adyen-commercetools#1305, fineract#5674): the
     * retry has another id than the request it repeats.
     */
    M04(() -> Decisions.correct().withOperation((intent, now) -> hashOf(intent, now.toEpochMilli()))),
    /**
     * A takeover sends again although the publisher neither dedups nor can be asked
     * (powertools-lambda-python#1387: a withdrawal executed twice).
     */
    M10(() -> Decisions.correct().withRecovery((contract, known) -> known.ownSends() == 0 ? Move.SEND : Move.GIVE_UP));

    private final Supplier<Decisions> decisions;

    Mutant(Supplier<Decisions> decisions) {
        this.decisions = decisions;
    }

    /** The correct decisions but for one. */
    Decisions decisions() {
        return decisions.get();
    }

    /** The planted bug called {@code name}. */
    public static Optional<Mutant> of(String name) {
        return Arrays.stream(values())
                .filter(mutant -> mutant.name().equals(name))
                .findFirst();
    }

    private static String hashOf(Intent intent, long sentAtMs) {
        return "op-" + PayloadHash.of(intent.payload() + sentAtMs).substring(0, 32);
    }
}
