package dev.crashharness.orchestrator.judge.model;

import dev.crashharness.orchestrator.judge.model.store.Commit;
import dev.crashharness.orchestrator.judge.model.store.IntentState;
import dev.crashharness.orchestrator.judge.model.store.TaskState;
import java.util.List;

/**
 * What both databases must say at one moment when nobody can write.
 *
 * @param generation committed claims so far
 * @param effects business records in the publisher's database
 * @param receipts distinct receipts minted for them
 * @param publishRequests publish requests that reached the publisher's one transaction, replays included
 * @param attempts attempt rows in the store
 * @param steps committed steps in the order of their commit
 * @param lives how many worker processes had been started; planning and reports use it, no check does
 */
public record Expected(
        TaskState state,
        long generation,
        int effects,
        int receipts,
        int publishRequests,
        int attempts,
        IntentState intent,
        List<Commit> steps,
        Lives lives) {
    public Expected {
        steps = List.copyOf(steps);
    }

    /** A range, because under {@code expiry=wait} any number of workers may come too early, find the lease live and go. */
    public record Lives(int least, int most) {}
}
