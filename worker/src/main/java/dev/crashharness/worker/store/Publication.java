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
    private static final String IF_HELD = " AND EXISTS (SELECT 1 FROM task WHERE " + FencedWrite.HELD + ")";

    private final Connection connection;
    private final InstantSource clock;
    private final FencedWrite writes;

    Publication(Connection connection, InstantSource clock, FencedWrite writes) {
        this.connection = connection;
        this.clock = clock;
        this.writes = writes;
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
                        SELECT task, ?, ?, ?, 'prepared', generation, owner, ? FROM task WHERE
                        """
                                + FencedWrite.HELD,
                        intent.operation(),
                        intent.payload(),
                        intent.payloadHash(),
                        clock.millis()));
    }

    /** All tries so far, oldest first. */
    public List<Attempt> attempts(String taskId) throws SQLException {
        List<Attempt> attempts = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT attempt, operation, generation, outcome FROM attempt WHERE task = ? ORDER BY rowid")) {
            select.setString(1, taskId);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    attempts.add(new Attempt(
                            row.getString(1), row.getString(2), row.getLong(3), Outcome.of(row.getString(4))));
                }
            }
        }
        return attempts;
    }

    /** Records a new try, before its first byte: without this row nobody after us would know to ask. */
    public Attempt begin(Lease lease, String operation) throws SQLException {
        Attempt attempt = new Attempt("a-" + UUID.randomUUID(), operation, lease.generation(), Outcome.SENT);
        writes.require(
                lease,
                "attempt",
                () -> writes.apply(
                        lease,
                        "attempt",
                        attempt.id(),
                        """
                        INSERT INTO attempt (attempt, task, operation, generation, owner, outcome, sent_at_ms)
                        SELECT ?, task, ?, generation, owner, 'sent', ? FROM task WHERE
                        """
                                + FencedWrite.HELD,
                        attempt.id(),
                        operation,
                        clock.millis()));
        return attempt;
    }

    /** Closes a try without a receipt; {@code evidence} says what was seen. */
    public void close(Lease lease, Attempt attempt, Outcome outcome, String evidence) throws SQLException {
        writes.require(lease, "attempt outcome", () -> setOutcome(lease, attempt, outcome, null, evidence));
    }

    /** Closes a try because the publisher knows the operation with other content: the task ends in conflict. */
    public void conflict(Lease lease, Attempt attempt, String evidence) throws SQLException {
        writes.require(
                lease,
                "conflict",
                () -> setOutcome(lease, attempt, Outcome.CONFLICT, null, evidence)
                        && setState(lease, TaskState.CONFLICT));
    }

    /** The outcome can be proved neither way; the evidence lies in the attempts. */
    public void giveUp(Lease lease) throws SQLException {
        writes.require(lease, "unknown", () -> setState(lease, TaskState.UNKNOWN));
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
        writes.require(lease, "confirm", () -> {
            // The state comes last: from that row on, an audit shows no other write of this task.
            boolean accepted =
                    (attempt.isEmpty() || setOutcome(lease, attempt.get(), Outcome.RECEIPT, receipt, "reply"))
                            && setReceipt(lease, receipt)
                            && new Checkpoints(connection, clock, writes).insert(lease, Step.PUBLISH, receipt)
                            && setState(lease, TaskState.SUCCEEDED);
            beforeCommit.run();
            return accepted;
        });
    }

    private boolean setState(Lease lease, TaskState state) throws SQLException {
        return writes.apply(
                lease, "state", state.id(), "UPDATE task SET state = ? WHERE " + FencedWrite.HELD, state.id());
    }

    private boolean setReceipt(Lease lease, String receipt) throws SQLException {
        return writes.apply(
                lease,
                "receipt",
                receipt,
                "UPDATE intent SET state = 'confirmed', receipt = ?, confirmed_at_ms = ?"
                        + " WHERE state = 'prepared' AND task = ?" + IF_HELD,
                receipt,
                clock.millis(),
                lease.task().id());
    }

    /** Only an open try is closed: an unknown is never overwritten. */
    private boolean setOutcome(Lease lease, Attempt attempt, Outcome outcome, String receipt, String evidence)
            throws SQLException {
        return writes.apply(
                lease,
                "attempt outcome",
                attempt.id() + " " + outcome.id(),
                "UPDATE attempt SET outcome = ?, receipt = ?, evidence = ?, closed_at_ms = ?"
                        + " WHERE outcome = 'sent' AND attempt = ?" + IF_HELD,
                outcome.id(),
                receipt,
                evidence,
                clock.millis(),
                attempt.id());
    }
}
