package dev.crashharness.worker.pipeline;

import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;

/** What may be done about an operation, given what the publisher promises and what is on record. */
@FunctionalInterface
public interface RecoveryRule {
    /** At most this many sends by one generation; then the outcome is left unknown. */
    int MAX_SENDS = 3;

    /** The next move. */
    enum Move {
        SEND,
        LOOK_UP,
        /** Leave the outcome unknown, with its evidence. */
        GIVE_UP
    }

    /** What the publisher said when it was last asked about the operation. */
    enum Lookup {
        /** It was not asked since the last send by this generation. */
        NOT_ASKED,
        /** It knows of no effect now. */
        NOT_FOUND,
        /** No reliable answer came. */
        UNANSWERED
    }

    /**
     * What is on record about the operation.
     *
     * @param attempts tries so far, by all generations
     * @param ownSends tries by this generation
     * @param age how old the first try is: the time since its {@code sent_at_ms} on this worker's clock, negative where
     *     that clock is behind; no measure while there was no try
     * @param patience how long a send that begins now may last until it is given up
     */
    record Known(int attempts, int ownSends, Lookup lookup, Duration age, Duration patience) {}

    /** The next move for {@code known}. */
    Move next(Contract contract, Known known);

    /** The rule that follows from what each contract promises. */
    static RecoveryRule byContract() {
        return (contract, known) -> {
            if (known.attempts() == 0) {
                return Move.SEND;
            }
            return switch (contract.kind()) {
                case DEDUP_QUERY, FENCED -> lookUpFirst(known, sendOrGiveUp(known));
                case DEDUP_ONLY -> sendOrGiveUp(known);
                case DEDUP_WINDOW ->
                    surelyOpen(contract, known) ? sendOrGiveUp(known) : lookUpFirst(known, Move.GIVE_UP);
                // The request may still be in flight: "not found" does not mean "will not happen".
                case QUERY_ONLY -> lookUpFirst(known, Move.GIVE_UP);
                // A resend could be a second effect, and nobody can be asked.
                case BLIND -> Move.GIVE_UP;
            };
        };
    }

    /**
     * The publisher's window began when it first saw the operation, which was not before the first try was recorded: what
     * arrives less than a window after that record is still remembered. A clock that is behind the record measures nothing.
     */
    private static boolean surelyOpen(Contract contract, Known known) {
        return !known.age().isNegative() && known.age().plus(known.patience()).compareTo(contract.window()) < 0;
    }

    private static Move lookUpFirst(Known known, Move whenNotFound) {
        return switch (known.lookup()) {
            case NOT_ASKED -> Move.LOOK_UP;
            case NOT_FOUND -> whenNotFound;
            // Whoever claims the task next asks again.
            case UNANSWERED -> Move.GIVE_UP;
        };
    }

    private static Move sendOrGiveUp(Known known) {
        return known.ownSends() < MAX_SENDS ? Move.SEND : Move.GIVE_UP;
    }
}
