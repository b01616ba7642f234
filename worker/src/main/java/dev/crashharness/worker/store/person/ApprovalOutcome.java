package dev.crashharness.worker.store.person;

import dev.crashharness.worker.task.Approval;

/** What became of an approval. */
public sealed interface ApprovalOutcome {
    /** It is durable. */
    record Approved(Approval approval) implements ApprovalOutcome {}

    /** The operation was approved before; nothing was written. */
    record Unchanged(Approval approval) implements ApprovalOutcome {}

    /** It was not meant for this task as it stands; nothing was written. One sentence. */
    record Refused(String why) implements ApprovalOutcome {}
}
