package dev.crashharness.orchestrator.mutant;

import dev.crashharness.publisher.protocol.PayloadHash;
import dev.crashharness.worker.pipeline.Decisions;
import dev.crashharness.worker.pipeline.RecoveryRule.Move;
import dev.crashharness.worker.task.Intent;
import java.util.Arrays;
import java.util.Optional;

/** The planted bugs, each named for the report it comes from. */
public enum Mutant {
    /**
     * A takeover mints and stores an operation id of its own, as SDK layers that create a key per process do
     * (stripe/ai#402, akash-network/console#3449: customers charged two and three times).
     */
    M02,
    /**
     * The id sent is a hash of the payload and the time of sending (Adyen/adyen-commercetools#1305, fineract#5674): the
     * retry has another id than the request it repeats.
     */
    M04,
    /**
     * A takeover sends again although the publisher neither dedups nor can be asked
     * (powertools-lambda-python#1387: a withdrawal executed twice).
     */
    M10;

    /** The correct decisions but for one. */
    Decisions decisions() {
        Decisions correct = Decisions.correct();
        return switch (this) {
            case M02 -> correct.withInherited(StoredIntent::replaceByNew);
            case M04 -> correct.withOperation((intent, now) -> hashOf(intent, now.toEpochMilli()));
            case M10 -> correct.withRecovery((contract, known) -> known.ownSends() == 0 ? Move.SEND : Move.GIVE_UP);
        };
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
