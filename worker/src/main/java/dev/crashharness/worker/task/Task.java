package dev.crashharness.worker.task;

import dev.crashharness.publisher.protocol.Contract;

/**
 * One unit of work as submitted.
 *
 * @param contract what the publisher promises
 * @param payload what is to be published
 * @param needsApproval whether a person has to approve the operation before anything is sent
 */
public record Task(String id, Contract contract, String payload, boolean needsApproval) {
    /** A task that needs nobody's approval. */
    public Task(String id, Contract contract, String payload) {
        this(id, contract, payload, false);
    }
}
