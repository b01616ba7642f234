package dev.crashharness.publisher.ledger;

import java.sql.SQLException;
import java.util.function.BiPredicate;

/**
 * The decisions on which "once" rests at the publisher, in one place, so that a planted bug can replace exactly one of
 * them. There is no flag and no variable in the correct code.
 *
 * @param execution how the rows of one request become durable
 * @param sameContent whether a payload's fingerprint, given second, is that of the operation remembered with the first
 * @param fencing where the fence of a task stands, under the contract that has one
 * @param cancelling what a cancel writes
 */
public record Decisions(
        Execution execution, BiPredicate<String, String> sameContent, Fencing fencing, Cancelling cancelling) {
    /** The highest generation of a task that has been seen. */
    @FunctionalInterface
    public interface Fencing {
        /** Notes the generation of {@code asking}, inside its transaction, and returns the highest one of its task. */
        long raise(Handling asking) throws SQLException;

        /** On the disk, with all else that is decided: a fence in memory is open to everybody after a restart. */
        static Fencing inTheLedger() {
            return Handling::raiseFence;
        }
    }

    /** What a cancel writes under its receipt, inside its transaction. */
    @FunctionalInterface
    public interface Cancelling {
        /** Writes it. */
        void write(Handling cancel, String receipt) throws SQLException;

        /** The business record, and the tombstone without which a late original would take effect after its cancel. */
        static Cancelling withTombstone() {
            return (cancel, receipt) -> {
                cancel.bury();
                cancel.cancellation(receipt);
            };
        }
    }

    /** One transaction per request, other content is another request, and what is over or cancelled stays out. */
    public static Decisions correct() {
        return new Decisions(
                Execution.inOneTransaction(), String::equals, Fencing.inTheLedger(), Cancelling.withTombstone());
    }

    /** These decisions with another way to commit. */
    public Decisions withExecution(Execution other) {
        return new Decisions(other, sameContent, fencing, cancelling);
    }

    /** These decisions with another comparison of payloads. */
    public Decisions withSameContent(BiPredicate<String, String> other) {
        return new Decisions(execution, other, fencing, cancelling);
    }

    /** These decisions with another fence. */
    public Decisions withFencing(Fencing other) {
        return new Decisions(execution, sameContent, other, cancelling);
    }

    /** These decisions with another cancel. */
    public Decisions withCancelling(Cancelling other) {
        return new Decisions(execution, sameContent, fencing, other);
    }
}
