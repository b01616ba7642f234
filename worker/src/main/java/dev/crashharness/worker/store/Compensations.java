package dev.crashharness.worker.store;

import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Compensation;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.TaskState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;

/** The intent to undo, and what becomes of it. The original's rows are read by nobody here and written by nobody. */
public final class Compensations {
    private final Connection connection;
    private final InstantSource clock;
    private final FencedWrite writes;
    private final FencedWrite confirming;

    Compensations(Connection connection, InstantSource clock, Guards guards) {
        this.connection = connection;
        this.clock = clock;
        this.writes = new FencedWrite(connection, clock, guards.fence());
        this.confirming = new FencedWrite(connection, clock, guards.confirming());
    }

    /** The stored compensation of the task, if it has one. */
    public Optional<Compensation> find(String taskId) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT operation, original FROM compensation WHERE task = ?")) {
            select.setString(1, taskId);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? Optional.of(new Compensation(row.getString(1), row.getString(2)))
                        : Optional.empty();
            }
        }
    }

    /** Stores it as prepared, before anything is sent: requested is not done. */
    public void prepare(Lease lease, Compensation compensation) throws SQLException {
        writes.require(
                lease,
                "compensation",
                () -> writes.apply(
                        lease,
                        "compensation",
                        compensation.operation(),
                        """
                        INSERT INTO compensation (task, operation, original, state, generation, owner, prepared_at_ms)
                        SELECT task, ?, ?, 'prepared', ?, ?, ? FROM task"""
                                + writes.ifHeld(),
                        compensation.operation(),
                        compensation.original(),
                        lease.generation(),
                        lease.owner(),
                        clock.millis()));
    }

    /**
     * Stores the cancel's receipt and that the task is compensated, in one transaction.
     *
     * @param attempt the try whose reply carried the receipt; empty when a lookup found it, for then the try stays
     *     unknown
     */
    public void done(Lease lease, String receipt, Optional<Attempt> attempt) throws SQLException {
        confirming.require(
                lease,
                "compensation",
                () -> (attempt.isEmpty()
                                || new Attempts(connection, clock, confirming).confirmed(lease, attempt.get(), receipt))
                        && close(confirming, lease, "done", receipt)
                        && confirming.setState(lease, TaskState.COMPENSATED));
    }

    /** Stores that the publisher has refused: the task is not compensated and never will be. */
    public void refused(Lease lease, Attempt attempt, Outcome outcome, String evidence) throws SQLException {
        writes.require(
                lease,
                "refused compensation",
                () -> new Attempts(connection, clock, writes).closed(lease, attempt, outcome, evidence)
                        && close(writes, lease, "refused", null)
                        && writes.setState(lease, TaskState.COMPENSATION_FAILED));
    }

    private boolean close(FencedWrite writes, Lease lease, String state, String receipt) throws SQLException {
        return writes.apply(
                lease,
                "compensation outcome",
                state,
                "UPDATE compensation SET state = ?, receipt = ?, closed_at_ms = ? WHERE state = 'prepared' AND task = ?"
                        + writes.andHeld(),
                state,
                receipt,
                clock.millis(),
                lease.task().id());
    }
}
