package dev.crashharness.orchestrator.judge.model;

import dev.crashharness.publisher.protocol.Contract;

/**
 * The judge's own table of what a publisher promises.
 *
 * @param dedups the same operation again is answered with the first receipt instead of a second effect
 * @param answersLookups a caller may ask whether an operation has taken effect
 */
record Promise(boolean dedups, boolean answersLookups) {
    static Promise of(Contract contract) {
        return switch (contract.kind()) {
            case DEDUP_QUERY, DEDUP_WINDOW, FENCED -> new Promise(true, true);
            case DEDUP_ONLY -> new Promise(true, false);
            case QUERY_ONLY -> new Promise(false, true);
            case BLIND -> new Promise(false, false);
        };
    }
}
