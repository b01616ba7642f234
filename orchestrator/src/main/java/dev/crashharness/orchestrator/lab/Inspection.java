package dev.crashharness.orchestrator.lab;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Cancellation;
import dev.crashharness.orchestrator.evidence.database.LedgerReader;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Approval;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Attempt;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Compensation;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Resolution;
import dev.crashharness.orchestrator.evidence.database.StoreReader;
import dev.crashharness.orchestrator.lab.story.Story;
import dev.crashharness.sqlite.DatabaseRefusedException;
import dev.crashharness.sqlite.DatabaseRefusedException.Reason;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * What both databases say now. Each is opened once, for reading only.
 *
 * @param leaseExpiresAt ISO 8601 in UTC, or null without a lease
 * @param operation the stored operation id, or null
 * @param intent {@code prepared} or {@code confirmed}, or null
 * @param receipt the stored receipt, or null
 * @param refusals writes that the store refused
 * @param approval who has let the operation be sent, or null
 * @param resolution what a person has decided about an unknown, or null
 * @param compensation the undoing that followed from it, or null
 * @param story all of it in order
 */
public record Inspection(
        String task,
        String state,
        long generation,
        String owner,
        @JsonProperty("lease_expires_at") String leaseExpiresAt,
        List<SavedStep> checkpoints,
        String operation,
        String intent,
        List<Attempt> attempts,
        String receipt,
        int refusals,
        Approval approval,
        Resolution resolution,
        Compensation compensation,
        Publisher publisher,
        List<Story.Entry> story) {

    /** {@code commits} counts audit rows: how often the step was really committed, whatever the last row looks like. */
    public record SavedStep(String step, long generation, long commits) {}

    /**
     * {@code requests} counts publishes, lookups and cancels; {@code cancellations} are business records.
     *
     * @param missing what to say when the ledger's file is not there although it must be, so that the rest says nothing; or
     *     null
     */
    public record Publisher(
            int effects, List<String> receipts, int requests, List<Cancellation> cancellations, String missing) {}

    /**
     * Reads both files.
     *
     * @throws DatabaseRefusedException when the store is missing, another's or damaged
     */
    public static Inspection of(LabFiles files) throws IOException {
        StoreImage store = StoreReader.read(files.store());
        LedgerImage ledger = LedgerReader.read(files.ledger());
        requireReadable(files.store().toString(), store.integrity());
        requireReadable(files.ledger().toString(), ledger.integrity());
        StoreImage.Task task = store.task()
                .orElseThrow(() -> new DatabaseRefusedException(
                        Reason.MISSING, files.store() + " holds no task; submit one first"));
        return new Inspection(
                task.task(),
                task.state(),
                task.generation(),
                task.owner(),
                task.owner() == null
                        ? null
                        : Instant.ofEpochMilli(task.leaseExpiresAtMs()).toString(),
                steps(store),
                store.intent().map(StoreImage.Intent::operation).orElse(null),
                store.intent().map(StoreImage.Intent::state).orElse(null),
                store.attempts(),
                store.intent().map(StoreImage.Intent::receipt).orElse(null),
                store.refusals().size(),
                store.decided().approval().orElse(null),
                store.decided().resolution().orElse(null),
                store.decided().compensation().orElse(null),
                new Publisher(
                        ledger.effects().size(),
                        ledger.effects().stream()
                                .map(LedgerImage.Effect::receipt)
                                .toList(),
                        ledger.requests().size(),
                        ledger.cancellations(),
                        files.missingLedger(store).orElse(null)),
                Story.of(store.audit(), ledger.audit()));
    }

    private static void requireReadable(String path, String integrity) {
        if (!integrity.equals("ok")) {
            throw new DatabaseRefusedException(
                    Reason.DAMAGED, path + " is damaged (" + integrity + "); keep it as evidence and start anew");
        }
    }

    private static List<SavedStep> steps(StoreImage store) {
        return store.checkpoints().stream()
                .map(saved -> new SavedStep(
                        saved.step(),
                        saved.generation(),
                        store.audit().stream()
                                .filter(row -> row.table().equals("checkpoint")
                                        && !row.action().equals("delete")
                                        && saved.step().equals(row.textAfter("step")))
                                .count()))
                .toList();
    }
}
