package dev.crashharness.orchestrator.judge.model.publisher;

/** What a publisher answers. Which receipt it is does not matter to a worker, so none is named. */
public enum Reply {
    RECEIPT,
    NOT_FOUND,
    CONFLICT,
    FENCED,
    /** A cancel is not carried out, and will not be. */
    REFUSED,
    /** What was to be published had been cancelled before. */
    CANCELLED
}
