package dev.crashharness.orchestrator.judge.model.publisher;

import dev.crashharness.publisher.protocol.Contract;

/**
 * The judge's own table of what a publisher promises, and what a worker may do about an attempt without a receipt.
 *
 * @param dedups the same operation again is answered with the first receipt instead of a second effect
 * @param forgets the promise to dedup ends a window after an operation's first sight
 * @param fences a request of a generation below the highest one seen is refused
 * @param recovery what follows when an attempt row exists and no receipt
 */
public record Promise(boolean dedups, boolean forgets, boolean fences, Recovery recovery) {
    /** The next move of a worker that cannot know. */
    public enum Recovery {
        /** Look up; not found: send. */
        ASK_THEN_SEND,
        /** Send, the same operation. */
        SEND,
        /** Send while the window is surely open; else look up; not found: unknown. */
        SEND_WHILE_OPEN,
        /** Look up; not found: unknown, it may still be under way. */
        ASK,
        /** Unknown at once. */
        GIVE_UP
    }

    /** Whether it can be asked about an operation. */
    public boolean answersLookups() {
        return recovery != Recovery.SEND && recovery != Recovery.GIVE_UP;
    }

    /** What {@code contract} promises. */
    public static Promise of(Contract contract) {
        return switch (contract.kind()) {
            case DEDUP_QUERY -> new Promise(true, false, false, Recovery.ASK_THEN_SEND);
            case DEDUP_ONLY -> new Promise(true, false, false, Recovery.SEND);
            case DEDUP_WINDOW -> new Promise(true, true, false, Recovery.SEND_WHILE_OPEN);
            case FENCED -> new Promise(true, false, true, Recovery.ASK_THEN_SEND);
            case QUERY_ONLY -> new Promise(false, false, false, Recovery.ASK);
            case BLIND -> new Promise(false, false, false, Recovery.GIVE_UP);
        };
    }
}
