package dev.crashharness.worker.task;

import java.util.Locale;

/** Where a task stands, as far as its workers know. */
public enum TaskState {
    PENDING,
    RUNNING,
    /** The effect can be proved neither way; claiming the task does not change that. */
    UNKNOWN,
    SUCCEEDED,
    /** The publisher knows the operation with other content. */
    CONFLICT;

    /** Whether no worker may claim the task any more. */
    public boolean terminal() {
        return this == SUCCEEDED || this == CONFLICT;
    }

    /** The spelling in the store. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state spelled {@code id} in the store. */
    public static TaskState of(String id) {
        return valueOf(id.toUpperCase(Locale.ROOT));
    }
}
