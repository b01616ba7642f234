package dev.crashharness.orchestrator.evidence.database;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The publisher's own database, read from a copy.
 *
 * @param integrity {@code ok}, or what SQLite said of the damage (all lists are then empty)
 * @param requests one row per request that reached the one transaction, in commit order
 * @param tombstones what was cancelled and must make no effect any more
 * @param cancellations one business record per cancel that was carried out, in commit order
 * @param audit every insert, update and delete, in commit order
 */
public record LedgerImage(
        String integrity,
        String contract,
        List<Effect> effects,
        List<Dedup> dedups,
        List<Request> requests,
        List<Tombstone> tombstones,
        List<Cancellation> cancellations,
        List<Refusal> refusals,
        List<Audit> audit) {
    /** Stands for a ledger whose schema is not the documented one. */
    public static LedgerImage notCopied() {
        List<Audit> nothing = List.of();
        return new LedgerImage(
                StoreImage.NOT_COPIED, "", List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), nothing);
    }

    /** The business record. */
    public record Effect(
            String operation,
            String task,
            String attempt,
            long generation,
            @JsonProperty("payload_hash") String payloadHash,
            String receipt) {}

    /** What a contract that dedups remembers of an operation. */
    public record Dedup(
            String operation,
            @JsonProperty("payload_hash") String payloadHash,
            String receipt,
            @JsonProperty("first_seen_at_ms") long firstSeenAtMs) {}

    /**
     * {@code kind} is publish, lookup or cancel; {@code outcome} is receipt, not_found, conflict, fenced, refused or
     * cancelled; {@code original} is what a cancel cancels, or null.
     */
    public record Request(
            String kind,
            String operation,
            String task,
            String attempt,
            long generation,
            @JsonProperty("payload_hash") String payloadHash,
            String original,
            String outcome,
            String receipt) {}

    /** {@code operation} is the cancel's own. */
    public record Tombstone(String original, String operation, long generation) {}

    /** The business record of a cancel; {@code foundEffects} is how many effects there were to undo. */
    public record Cancellation(
            String operation,
            String original,
            String attempt,
            long generation,
            @JsonProperty("found_effects") int foundEffects,
            String receipt) {}
}
