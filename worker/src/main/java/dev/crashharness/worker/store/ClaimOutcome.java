package dev.crashharness.worker.store;

import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.TaskState;

/** What came of asking for the lease. */
public sealed interface ClaimOutcome {
    /**
     * The claim is durable; {@code state} is what it has left.
     *
     * @param atNs {@code System.nanoTime()} just before the look at the wall clock from which the expiry is counted
     */
    record Claimed(Lease lease, TaskState state, long atNs) implements ClaimOutcome {}

    /** Somebody holds a live lease until {@code untilMs} (epoch milliseconds). */
    record Live(String owner, long untilMs) implements ClaimOutcome {}

    /** The task waits for a person, and no worker may claim it. */
    record Awaiting() implements ClaimOutcome {}

    /** The task is finished and is never claimed again. */
    record Finished(TaskState state) implements ClaimOutcome {}

    /** The store holds no such task. */
    record NoTask() implements ClaimOutcome {}
}
