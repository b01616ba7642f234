package dev.crashharness.worker.store.person;

import dev.crashharness.worker.task.Resolution;

/** What became of a resolution. */
public sealed interface ResolutionOutcome {
    /** It is durable. */
    record Resolved(Resolution resolution) implements ResolutionOutcome {}

    /** The task was resolved the same way before; nothing was written. */
    record Unchanged(Resolution resolution) implements ResolutionOutcome {}

    /** It cannot be; nothing was written. One sentence. */
    record Refused(String why) implements ResolutionOutcome {}
}
