package dev.crashharness.worker.pipeline;

import dev.crashharness.publisher.protocol.Contract;

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
     */
    record Known(int attempts, int ownSends, Lookup lookup) {}

    /** The next move for {@code known}. */
    Move next(Contract contract, Known known);

    /** The rule that follows from what each contract promises. */
    static RecoveryRule byContract() {
        return (contract, known) -> {
            if (known.attempts() == 0) {
                return Move.SEND;
            }
            return switch (contract.kind()) {
                case DEDUP_QUERY, DEDUP_WINDOW, FENCED, QUERY_ONLY -> lookUpFirst(known);
                case DEDUP_ONLY -> known.ownSends() < MAX_SENDS ? Move.SEND : Move.GIVE_UP;
                // A resend could be a second effect, and nobody can be asked.
                case BLIND -> Move.GIVE_UP;
            };
        };
    }

    private static Move lookUpFirst(Known known) {
        return switch (known.lookup()) {
            case NOT_ASKED -> Move.LOOK_UP;
            case NOT_FOUND -> known.ownSends() < MAX_SENDS ? Move.SEND : Move.GIVE_UP;
            // Whoever claims the task next asks again.
            case UNANSWERED -> Move.GIVE_UP;
        };
    }
}
