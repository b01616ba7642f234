package dev.crashharness.worker.store;

import dev.crashharness.worker.task.Task;

/** What became of a submitted task. */
public sealed interface Submission {
    /** The store held none; now it holds this one. */
    record Stored() implements Submission {}

    /** The store held the very same; nothing was written. */
    record Unchanged() implements Submission {}

    /** The store holds another one, or the same with other content; nothing was written. */
    record Refused(Task stored) implements Submission {}
}
