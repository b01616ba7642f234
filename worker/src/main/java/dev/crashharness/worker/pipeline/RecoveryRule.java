package dev.crashharness.worker.pipeline;

import dev.crashharness.publisher.protocol.Contract;

/** What may be done about an operation, given what the publisher promises and what is on record. */
@FunctionalInterface
public interface RecoveryRule {
    /** At most this many sends by one generation; then the outcome is left unknown. */
    int MAX_SENDS = 3;

    /** At most this many lookups without a reliable answer by one generation. */
    int MAX_LOOKUPS = 3;

    /** The next move. */
    enum Move {
        SEND,
        LOOK_UP,
        /** Leave the outcome unknown, with its evidence. */
        GIVE_UP
    }

    /**
     * What is on record about the operation.
     *
     * @param attempts tries so far, by all generations
     * @param ownSends tries by this generation
     * @param ownLookups lookups by this generation that had no reliable answer, since its last send
     * @param notFound whether the last lookup since the last send said that no effect is known
     */
    record Known(int attempts, int ownSends, int ownLookups, boolean notFound) {}

    /** The next move for {@code known}. */
    Move next(Contract contract, Known known);

    /** The rule that follows from what each contract promises. */
    static RecoveryRule byContract() {
        return (contract, known) -> {
            if (known.attempts() == 0) {
                return Move.SEND;
            }
            return switch (contract) {
                case DEDUP_QUERY -> lookUpFirst(known);
                // A resend could be a second effect, and nobody can be asked.
                case BLIND -> Move.GIVE_UP;
            };
        };
    }

    private static Move lookUpFirst(Known known) {
        if (known.notFound()) {
            return known.ownSends() < MAX_SENDS ? Move.SEND : Move.GIVE_UP;
        }
        return known.ownLookups() < MAX_LOOKUPS ? Move.LOOK_UP : Move.GIVE_UP;
    }
}
