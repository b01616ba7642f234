package dev.crashharness.orchestrator.judge.model;

import dev.crashharness.orchestrator.judge.model.store.Commit;
import dev.crashharness.orchestrator.judge.model.store.CompensationState;
import dev.crashharness.orchestrator.judge.model.store.IntentState;
import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.schedule.person.Resolution;
import java.util.List;
import java.util.Optional;

/**
 * What both databases must say at one moment when nobody can write.
 *
 * @param generation committed claims so far
 * @param effects business records in the publisher's database
 * @param receipts distinct receipts minted for them
 * @param publishRequests publish requests that reached the publisher's one transaction, replays included
 * @param attempts attempt rows in the store, those of a compensation included
 * @param steps committed steps in the order of their commit
 * @param aftermath what people decided, and what came of it
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
        Aftermath aftermath,
        Lives lives) {
    public Expected {
        steps = List.copyOf(steps);
    }

    /** A range, because under {@code expiry=wait} any number of workers may come too early, find the lease live and go. */
    public record Lives(int least, int most) {}

    /**
     * What people have decided about a task, and what came of it.
     *
     * @param approved whether an approval is stored
     * @param resolution what a person decided about the unknown outcome
     * @param compensation how far the store says the undoing has come
     * @param cancellations business records of a cancel in the publisher's database
     * @param cancelRequests cancel requests that reached the publisher's one transaction, replays and refusals included
     */
    public record Aftermath(
            boolean approved,
            Optional<Resolution> resolution,
            CompensationState compensation,
            int cancellations,
            int cancelRequests) {}
}
