package dev.crashharness.orchestrator.evidence.database;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;

/**
 * The worker store, read from a copy.
 *
 * @param integrity {@code ok}, or what SQLite said of the damage (all lists are then empty)
 * @param task the one task of the cell, absent only when the file is damaged
 * @param decided what people have decided about it
 * @param audit every insert, update and delete, in commit order
 */
public record StoreImage(
        String integrity,
        Optional<Task> task,
        List<Claim> claims,
        List<Checkpoint> checkpoints,
        Optional<Intent> intent,
        List<Attempt> attempts,
        Decided decided,
        List<Refusal> refusals,
        List<Audit> audit) {
    /** The integrity of an image that was not taken, because a worker was using the store. */
    public static final String NOT_COPIED = "not copied";

    /** Stands for a store that was in use while the ledger was copied. */
    public static StoreImage notCopied() {
        return without(NOT_COPIED);
    }

    /** An image without rows, for the reason that {@code integrity} tells. */
    public static StoreImage without(String integrity) {
        return new StoreImage(
                integrity,
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                Decided.NOTHING,
                List.of(),
                List.of());
    }

    /** {@code state} is one of the worker schema's; {@code owner} is null and the expiry 0 without a lease. */
    public record Task(
            String task,
            String contract,
            String payload,
            String state,
            long generation,
            String owner,
            @JsonProperty("lease_expires_at_ms") long leaseExpiresAtMs,
            @JsonProperty("needs_approval") boolean needsApproval) {}

    /** One committed claim. {@code foundOwner} is who held the lease before, or null. */
    public record Claim(
            long generation,
            String owner,
            @JsonProperty("claimed_at_ms") long claimedAtMs,
            @JsonProperty("expires_at_ms") long expiresAtMs,
            @JsonProperty("found_owner") String foundOwner,
            @JsonProperty("found_expires_at_ms") long foundExpiresAtMs,
            @JsonProperty("journal_mode") String journalMode,
            @JsonProperty("synchronous") int synchronous) {}

    /** A step's committed output: {@code step} is collect, draft, verify or publish. */
    public record Checkpoint(String step, long generation, String owner, String output) {}

    /** {@code state} is prepared or confirmed; {@code receipt} is null until confirmed. */
    public record Intent(
            String operation,
            String payload,
            @JsonProperty("payload_hash") String payloadHash,
            String state,
            String receipt,
            long generation) {}

    /** {@code outcome} is sent, receipt, conflict, fenced, unknown or refused; {@code evidence} says why. */
    public record Attempt(
            String attempt,
            String operation,
            long generation,
            String owner,
            String outcome,
            String receipt,
            String evidence,
            @JsonProperty("sent_at_ms") long sentAtMs) {}

    /** What people have decided, and the undoing that followed from it; each row at most once. */
    public record Decided(
            Optional<Approval> approval, Optional<Resolution> resolution, Optional<Compensation> compensation) {
        /** Nobody has decided anything. */
        public static final Decided NOTHING = new Decided(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** A person's leave to send {@code operation}. */
    public record Approval(
            String operation,
            long generation,
            @JsonProperty("approved_by") String approvedBy,
            @JsonProperty("approved_at_ms") long approvedAtMs) {}

    /** {@code kind} is confirmed, not_executed or compensate; {@code because} and {@code receipt} may be null. */
    public record Resolution(
            String kind,
            @JsonProperty("resolved_by") String resolvedBy,
            String because,
            String evidence,
            String receipt,
            String operation,
            long generation,
            @JsonProperty("resolved_at_ms") long resolvedAtMs) {}

    /** {@code state} is prepared, done or refused; {@code receipt} is null until done. */
    public record Compensation(
            String operation,
            String original,
            String state,
            String receipt,
            long generation,
            String owner,
            @JsonProperty("prepared_at_ms") long preparedAtMs,
            @JsonProperty("closed_at_ms") long closedAtMs) {}
}
