package dev.crashharness.orchestrator.judge.model.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Where a task stands, as far as the model goes; the schema knows more states than are predicted today. */
public enum TaskState {
    /** Submitted, never claimed. */
    PENDING,
    /** Claimed and not finished; the claimer may be dead. */
    RUNNING,
    /** Whether the effect exists cannot be proved either way. */
    UNKNOWN,
    /** The receipt is stored. */
    SUCCEEDED,
    /** The publisher knows the operation with other content; nothing more can be done. */
    CONFLICT;

    /** The spelling in the store. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether no worker may claim the task any more. */
    public boolean isTerminal() {
        return this == SUCCEEDED || this == CONFLICT;
    }

    /** The state spelled {@code id}, or empty when the model has no such state. */
    public static Optional<TaskState> of(String id) {
        return Arrays.stream(values()).filter(state -> state.id().equals(id)).findFirst();
    }
}
