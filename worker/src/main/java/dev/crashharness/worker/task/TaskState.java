package dev.crashharness.worker.task;

import java.util.Locale;
import java.util.Set;

/** Where a task stands, as far as its workers know. */
public enum TaskState {
    PENDING,
    RUNNING,
    /** Its intent is stored and nothing was sent; a person has to approve it first. Not claimable. */
    AWAITING_APPROVAL,
    /** The effect can be proved neither way; claiming the task does not change that, a person can. */
    UNKNOWN,
    SUCCEEDED,
    /** The publisher knows the operation with other content. */
    CONFLICT,
    /** A person has said that it was not executed. */
    FAILED,
    /** A person wants it undone: requested, not done. Claiming it does not change that. */
    COMPENSATING,
    /** The cancel has a receipt. */
    COMPENSATED,
    /** The publisher has refused the cancel. */
    COMPENSATION_FAILED;

    private static final Set<TaskState> TERMINAL =
            Set.of(SUCCEEDED, CONFLICT, FAILED, COMPENSATED, COMPENSATION_FAILED);

    /** Whether no worker may claim the task any more. */
    public boolean terminal() {
        return TERMINAL.contains(this);
    }

    /** The state that a claim leaves: what is not proved stays so, for a claim learns nothing about the outside world. */
    public TaskState claimed() {
        return this == UNKNOWN || this == COMPENSATING ? this : RUNNING;
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
