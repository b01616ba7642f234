package dev.crashharness.worker.store.person;

import dev.crashharness.sqlite.Transactions;
import dev.crashharness.worker.store.person.ApprovalOutcome.Approved;
import dev.crashharness.worker.store.person.ApprovalOutcome.Refused;
import dev.crashharness.worker.store.person.ApprovalOutcome.Unchanged;
import dev.crashharness.worker.task.Approval;
import dev.crashharness.worker.task.TaskState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;

/** Leave to send the operation that is stored: of that one, once. */
public final class Approvals {
    private final Connection connection;
    private final InstantSource clock;
    private final PersonsWrite<Approval> approving;

    public Approvals(Connection connection, InstantSource clock, PersonsWrite<Approval> approving) {
        this.connection = connection;
        this.clock = clock;
        this.approving = approving;
    }

    /**
     * Approves the stored operation of {@code task} for {@code by}.
     *
     * @param operation the one that is meant, or empty for whichever is stored
     * @param beforeCommit runs with the approval written and not committed
     */
    public ApprovalOutcome approve(String task, Optional<String> operation, String by, Runnable beforeCommit)
            throws SQLException {
        return Transactions.immediate(connection, () -> {
            Standing standing = Standing.read(connection).orElse(null);
            if (standing == null) {
                return new Refused("the store holds no task; submit one first");
            }
            Optional<String> mistaken = standing.mistaken(task, operation).or(() -> Standing.nameless(by));
            if (mistaken.isPresent()) {
                return new Refused(mistaken.get());
            }
            Optional<Approval> before = find(task);
            if (before.isPresent()) {
                return new Unchanged(before.get());
            }
            Optional<String> tooEarly = notWaiting(standing);
            if (tooEarly.isPresent()) {
                return new Refused(tooEarly.get());
            }
            Approval approval = new Approval(task, standing.operation(), standing.generation(), by, clock.millis());
            approving.write(connection, approval);
            beforeCommit.run();
            return new Approved(approval);
        });
    }

    /** A worker that was killed between storing its intent and giving the lease back leaves the task running. */
    private static Optional<String> notWaiting(Standing standing) {
        if (!standing.needsApproval()) {
            return Optional.of(standing.task() + " needs no approval; nothing was changed");
        }
        if (standing.operation() == null) {
            return Optional.of(standing.task()
                    + " has no operation yet that could be approved; run a worker first, which stores it");
        }
        boolean waits = standing.state() == TaskState.AWAITING_APPROVAL || standing.state() == TaskState.RUNNING;
        return waits
                ? Optional.empty()
                : Optional.of(standing.task() + " is " + standing.state().id()
                        + " and waits for no approval; nothing was changed");
    }

    private Optional<Approval> find(String task) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT operation, generation, approved_by, approved_at_ms FROM approval WHERE task = ?")) {
            select.setString(1, task);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? Optional.of(
                                new Approval(task, row.getString(1), row.getLong(2), row.getString(3), row.getLong(4)))
                        : Optional.empty();
            }
        }
    }

    /** The approval, and the task that waited for it can be claimed; one that is running stays so. */
    public static void write(Connection connection, Approval approval) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                """
                INSERT INTO approval (task, operation, generation, approved_by, approved_at_ms)
                VALUES (?, ?, ?, ?, ?)""")) {
            insert.setString(1, approval.task());
            insert.setString(2, approval.operation());
            insert.setLong(3, approval.generation());
            insert.setString(4, approval.by());
            insert.setLong(5, approval.atMs());
            insert.executeUpdate();
        }
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE task SET state = 'pending' WHERE state = 'awaiting_approval' AND task = ?")) {
            update.setString(1, approval.task());
            update.executeUpdate();
        }
    }
}
