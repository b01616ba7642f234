package dev.crashharness.orchestrator.schedule.plan;

import dev.crashharness.publisher.protocol.Contract;

/** What a contract offers, as far as the one who plans or plays a person must know it. */
public final class Offer {
    private Offer() {}

    /** Whether an operation can be looked up. */
    public static boolean lookup(Contract contract) {
        return switch (contract.kind()) {
            case DEDUP_QUERY, DEDUP_WINDOW, FENCED, QUERY_ONLY -> true;
            case DEDUP_ONLY, BLIND -> false;
        };
    }

    /** Whether the same operation with other content is recognized and refused. */
    static boolean dedups(Contract contract) {
        return switch (contract.kind()) {
            case DEDUP_QUERY, DEDUP_ONLY, DEDUP_WINDOW, FENCED -> true;
            case QUERY_ONLY, BLIND -> false;
        };
    }
}
