package dev.crashharness.orchestrator.judge.model.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where a task stands. */
public enum TaskState {
    /** Submitted, never claimed, or approved and not claimed since. */
    PENDING,
    /** Claimed and not finished; the claimer may be dead. */
    RUNNING,
    /** The intent is stored, and a person has to approve it before anything is sent. */
    AWAITING_APPROVAL,
    /** Whether the effect exists cannot be proved either way. */
    UNKNOWN,
    /** The receipt is stored. */
    SUCCEEDED,
    /** The publisher knows the operation with other content; nothing more can be done. */
    CONFLICT,
    /** A person has said that it did not happen. */
    FAILED,
    /** A person has asked for it to be undone; whether it is cannot be told yet. */
    COMPENSATING,
    /** It is undone, with a receipt. */
    COMPENSATED,
    /** The publisher has refused to undo it. */
    COMPENSATION_FAILED;

    /** The spelling in the store. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether no worker may claim the task any more. */
    public boolean isTerminal() {
        return switch (this) {
            case SUCCEEDED, CONFLICT, FAILED, COMPENSATED, COMPENSATION_FAILED -> true;
            case PENDING, RUNNING, AWAITING_APPROVAL, UNKNOWN, COMPENSATING -> false;
        };
    }

    /** The state spelled {@code id}, or empty when there is none. */
    public static Optional<TaskState> of(String id) {
        return Arrays.stream(values()).filter(state -> state.id().equals(id)).findFirst();
    }
}
