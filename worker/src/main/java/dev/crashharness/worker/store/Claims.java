package dev.crashharness.worker.store;

import dev.crashharness.sqlite.Transactions;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Task;
import dev.crashharness.worker.task.TaskState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;

/** Taking, keeping and giving back the lease. */
public final class Claims {
    private record Found(Task task, TaskState state, long generation, String owner, long expiresAtMs) {}

    /** How a refusal names it. */
    private static final String WAIT = "wait for an approval";

    private final Connection connection;
    private final InstantSource clock;
    private final Guards guards;
    private final FencedWrite writes;

    Claims(Connection connection, InstantSource clock, Guards guards) {
        this.connection = connection;
        this.clock = clock;
        this.guards = guards;
        this.writes = new FencedWrite(connection, clock, guards.fence());
    }

    /**
     * Claims the task for {@code owner} when nobody holds a live lease; the owner's own name makes no exception.
     *
     * @param beforeCommit runs with the claim written and not committed
     */
    public ClaimOutcome claim(String taskId, String owner, Duration duration, Runnable beforeCommit)
            throws SQLException {
        String journalMode = pragma("journal_mode");
        int synchronous = Integer.parseInt(pragma("synchronous"));
        return Transactions.immediate(connection, () -> {
            // Read only now: between a clock read before BEGIN and the lock lies any pause (ShedLock#132).
            long atNs = System.nanoTime();
            long nowMs = clock.millis();
            Found found = find(taskId);
            if (found == null) {
                return new ClaimOutcome.NoTask();
            }
            if (found.state().terminal()) {
                return new ClaimOutcome.Finished(found.state());
            }
            if (found.state() == TaskState.AWAITING_APPROVAL) {
                return new ClaimOutcome.Awaiting();
            }
            if (found.owner() != null && found.expiresAtMs() > nowMs) {
                return new ClaimOutcome.Live(found.owner(), found.expiresAtMs());
            }
            long generation = guards.succession().next(found.generation(), found.owner(), owner);
            Lease lease = new Lease(found.task(), generation, owner, nowMs + duration.toMillis());
            take(lease, found);
            record(lease, found, nowMs, journalMode, synchronous);
            beforeCommit.run();
            return new ClaimOutcome.Claimed(lease, found.state().claimed(), atNs);
        });
    }

    /**
     * Moves the expiry of a lease that is still held.
     *
     * @return whether it was; a refusal is on record otherwise
     */
    public boolean renew(Lease lease, long expiresAtMs) throws SQLException {
        return Transactions.immediate(
                connection,
                () -> writes.apply(
                        lease,
                        "renew",
                        Long.toString(expiresAtMs),
                        "UPDATE task SET lease_expires_at_ms = ?" + writes.ifHeld(),
                        expiresAtMs));
    }

    /**
     * Gives the lease back. A loser tries it too; without the fence it would free its successor's lease
     * (leshan#837).
     *
     * @return whether it was held; a refusal is on record otherwise
     */
    public boolean release(Lease lease) throws SQLException {
        return Transactions.immediate(
                connection,
                () -> writes.apply(
                        lease,
                        "release",
                        lease.owner(),
                        "UPDATE task SET owner = NULL, lease_expires_at_ms = NULL" + writes.ifHeld()));
    }

    /**
     * Gives the lease back and leaves the task to a person. One who has approved since the holder looked is not waited for:
     * the task can be claimed at once then.
     *
     * @throws LeaseLostException when it was not held; the refusal is on record
     */
    public void awaitApproval(Lease lease) throws SQLException {
        writes.require(
                lease,
                WAIT,
                () -> writes.apply(
                        lease,
                        WAIT,
                        TaskState.AWAITING_APPROVAL.id(),
                        """
                        UPDATE task SET owner = NULL, lease_expires_at_ms = NULL, state = CASE
                            WHEN EXISTS (SELECT 1 FROM approval WHERE approval.task = task.task) THEN 'pending'
                            ELSE 'awaiting_approval' END"""
                                + writes.ifHeld()));
    }

    private void take(Lease lease, Found found) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                """
                UPDATE task SET state = ?, generation = ?, owner = ?, lease_expires_at_ms = ?
                WHERE task = ? AND generation = ?""")) {
            update.setString(1, found.state().claimed().id());
            update.setLong(2, lease.generation());
            update.setString(3, lease.owner());
            update.setLong(4, lease.expiresAtMs());
            update.setString(5, lease.task().id());
            update.setLong(6, found.generation());
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException("the claim of " + lease.task().id() + " at generation "
                        + lease.generation() + " did not change its one row, although the write lock was held");
            }
        }
    }

    private void record(Lease lease, Found found, long nowMs, String journalMode, int synchronous) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                """
                INSERT INTO lease_history (task, generation, owner, claimed_at_ms, expires_at_ms, found_state,
                    found_owner, found_expires_at_ms, journal_mode, synchronous)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""")) {
            insert.setString(1, lease.task().id());
            insert.setLong(2, lease.generation());
            insert.setString(3, lease.owner());
            insert.setLong(4, nowMs);
            insert.setLong(5, lease.expiresAtMs());
            insert.setString(6, found.state().id());
            insert.setString(7, found.owner());
            insert.setObject(8, found.owner() == null ? null : found.expiresAtMs());
            insert.setString(9, journalMode);
            insert.setInt(10, synchronous);
            insert.executeUpdate();
        }
    }

    private Found find(String taskId) throws SQLException {
        Task task = Store.theTask(connection)
                .filter(each -> each.id().equals(taskId))
                .orElse(null);
        if (task == null) {
            return null;
        }
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT state, generation, owner, lease_expires_at_ms FROM task WHERE task = ?")) {
            select.setString(1, taskId);
            try (ResultSet row = select.executeQuery()) {
                return new Found(
                        task, TaskState.of(row.getString(1)), row.getLong(2), row.getString(3), row.getLong(4));
            }
        }
    }

    private String pragma(String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("PRAGMA " + name);
                ResultSet row = statement.executeQuery()) {
            return row.getString(1);
        }
    }
}
