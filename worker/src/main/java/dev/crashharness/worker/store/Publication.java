package dev.crashharness.worker.store;

import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Step;
import dev.crashharness.worker.task.Task;
import dev.crashharness.worker.task.TaskState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;

/** The intent to publish, and what becomes of it. */
public final class Publication {
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

    /** Closes a try because the publisher knows the operation with other content: the task ends in conflict. */
    public void conflict(Lease lease, Attempt attempt, String evidence) throws SQLException {
        writes.require(
                lease,
                "conflict",
                () -> new Attempts(connection, clock, writes).closed(lease, attempt, Outcome.CONFLICT, evidence)
                        && writes.setState(lease, TaskState.CONFLICT));
    }

    /** Whether {@code operation} may be sent: nobody has to approve it, or somebody has. */
    public boolean maySend(Task task, String operation) throws SQLException {
        if (!task.needsApproval()) {
            return true;
        }
        try (PreparedStatement select =
                connection.prepareStatement("SELECT 1 FROM approval WHERE task = ? AND operation = ?")) {
            select.setString(1, task.id());
            select.setString(2, operation);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }

    /** The outcome can be proved neither way; the evidence lies in the attempts. */
    public void giveUp(Lease lease) throws SQLException {
        writes.require(lease, "unknown", () -> writes.setState(lease, TaskState.UNKNOWN));
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
            boolean accepted = (attempt.isEmpty()
                            || new Attempts(connection, clock, confirming).confirmed(lease, attempt.get(), receipt))
                    && setReceipt(lease, receipt)
                    && checkpoints.insert(lease, Step.PUBLISH, receipt)
                    && confirming.setState(lease, TaskState.SUCCEEDED);
            beforeCommit.run();
            return accepted;
        });
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
}
