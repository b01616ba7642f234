package dev.crashharness.worker.store;

import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Step;
import dev.crashharness.worker.task.TaskState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Intent, attempts and what is known of them. */
public final class Publication {
    /** What a try comes to; the receipt is null where there is none. */
    private record Closing(Outcome outcome, String receipt, String evidence) {}

    private final Connection connection;
    private final InstantSource clock;
    private final FencedWrite writes;
    private final FencedWrite confirming;
    private final Checkpoints checkpoints;

    Publication(Connection connection, InstantSource clock, Guards guards) {
        this.connection = connection;
        this.clock = clock;
        this.writes = new FencedWrite(connection, clock, guards.fence());
        this.confirming = new FencedWrite(connection, clock, guards.confirming());
        this.checkpoints = new Checkpoints(connection, clock, confirming, guards.saving());
    }

    /** The stored intent of the task, if it has one. */
    public Optional<Intent> intent(String taskId) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT operation, payload FROM intent WHERE task = ?")) {
            select.setString(1, taskId);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(new Intent(row.getString(1), row.getString(2))) : Optional.empty();
            }
        }
    }

    /** Stores the intent as prepared, before anything is sent. */
    public void prepare(Lease lease, Intent intent) throws SQLException {
        writes.require(
                lease,
                "intent",
                () -> writes.apply(
                        lease,
                        "intent",
                        intent.operation(),
                        """
                        INSERT INTO intent (task, operation, payload, payload_hash, state, generation, owner, prepared_at_ms)
                        SELECT task, ?, ?, ?, 'prepared', ?, ?, ? FROM task"""
                                + writes.ifHeld(),
                        intent.operation(),
                        intent.payload(),
                        intent.payloadHash(),
                        lease.generation(),
                        lease.owner(),
                        clock.millis()));
    }

    /** All tries so far, oldest first. */
    public List<Attempt> attempts(String taskId) throws SQLException {
        List<Attempt> attempts = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT attempt, operation, generation, outcome, sent_at_ms FROM attempt WHERE task = ? ORDER BY rowid")) {
            select.setString(1, taskId);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    attempts.add(new Attempt(
                            row.getString(1),
                            row.getString(2),
                            row.getLong(3),
                            Outcome.of(row.getString(4)),
                            row.getLong(5)));
                }
            }
        }
        return attempts;
    }

    /** Records a new try, before its first byte: without this row nobody after us would know to ask. */
    public Attempt begin(Lease lease, String operation) throws SQLException {
        Attempt attempt =
                new Attempt("a-" + UUID.randomUUID(), operation, lease.generation(), Outcome.SENT, clock.millis());
        writes.require(
                lease,
                "attempt",
                () -> writes.apply(
                        lease,
                        "attempt",
                        attempt.id(),
                        """
                        INSERT INTO attempt (attempt, task, operation, generation, owner, outcome, sent_at_ms)
                        SELECT ?, task, ?, ?, ?, 'sent', ? FROM task"""
                                + writes.ifHeld(),
                        attempt.id(),
                        operation,
                        lease.generation(),
                        lease.owner(),
                        attempt.sentAtMs()));
        return attempt;
    }

    /** Closes a try without a receipt; {@code evidence} says what was seen. */
    public void close(Lease lease, Attempt attempt, Outcome outcome, String evidence) throws SQLException {
        writes.require(
                lease,
                "attempt outcome",
                () -> setOutcome(writes, lease, attempt.id(), new Closing(outcome, null, evidence)));
    }

    /** Closes a try because the publisher knows the operation with other content: the task ends in conflict. */
    public void conflict(Lease lease, Attempt attempt, String evidence) throws SQLException {
        writes.require(
                lease,
                "conflict",
                () -> setOutcome(writes, lease, attempt.id(), new Closing(Outcome.CONFLICT, null, evidence))
                        && setState(writes, lease, TaskState.CONFLICT));
    }

    /** The outcome can be proved neither way; the evidence lies in the attempts. */
    public void giveUp(Lease lease) throws SQLException {
        writes.require(lease, "unknown", () -> setState(writes, lease, TaskState.UNKNOWN));
    }

    /**
     * Stores the receipt, the publish checkpoint and the success in one transaction: a receipt saved without its step
     * would be sent again (restatedev/restate#447).
     *
     * @param attempt the try whose reply carried the receipt; empty when a lookup found it, for then the try stays
     *     unknown
     * @param beforeCommit runs with everything written and nothing committed
     */
    public void confirm(Lease lease, String receipt, Optional<Attempt> attempt, Runnable beforeCommit)
            throws SQLException {
        confirming.require(lease, "confirm", () -> {
            // The state comes last: from that row on, an audit shows no other write of this task.
            boolean accepted = (attempt.isEmpty() || close(lease, attempt.get(), receipt))
                    && setReceipt(lease, receipt)
                    && checkpoints.insert(lease, Step.PUBLISH, receipt)
                    && setState(confirming, lease, TaskState.SUCCEEDED);
            beforeCommit.run();
            return accepted;
        });
    }

    private boolean close(Lease lease, Attempt attempt, String receipt) throws SQLException {
        return setOutcome(confirming, lease, attempt.id(), new Closing(Outcome.RECEIPT, receipt, "reply"));
    }

    private static boolean setState(FencedWrite writes, Lease lease, TaskState state) throws SQLException {
        return writes.apply(lease, "state", state.id(), "UPDATE task SET state = ?" + writes.ifHeld(), state.id());
    }

    private boolean setReceipt(Lease lease, String receipt) throws SQLException {
        return confirming.apply(
                lease,
                "receipt",
                receipt,
                "UPDATE intent SET state = 'confirmed', receipt = ?, confirmed_at_ms = ?"
                        + " WHERE state = 'prepared' AND task = ?" + confirming.andHeld(),
                receipt,
                clock.millis(),
                lease.task().id());
    }

    /** Only an open try is closed: an unknown is never overwritten. */
    private boolean setOutcome(FencedWrite writes, Lease lease, String attempt, Closing closing) throws SQLException {
        return writes.apply(
                lease,
                "attempt outcome",
                attempt + " " + closing.outcome().id(),
                "UPDATE attempt SET outcome = ?, receipt = ?, evidence = ?, closed_at_ms = ?"
                        + " WHERE outcome = 'sent' AND attempt = ?" + writes.andHeld(),
                closing.outcome().id(),
                closing.receipt(),
                closing.evidence(),
                clock.millis(),
                attempt);
    }
}
