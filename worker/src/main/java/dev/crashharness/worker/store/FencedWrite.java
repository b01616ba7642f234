package dev.crashharness.worker.store;

import dev.crashharness.sqlite.Transactions;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.TaskState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;

/** A write that only the holder of the lease may make, as far as its fence holds. */
final class FencedWrite {
    private final Connection connection;
    private final InstantSource clock;
    private final String fence;

    /** @param fence a predicate on {@code task}, as in {@link Guards} */
    FencedWrite(Connection connection, InstantSource clock, String fence) {
        this.connection = connection;
        this.clock = clock;
        this.fence = fence;
    }

    /** The end of a statement on {@code task}, or of one that selects from it; takes the fence's three parameters. */
    String ifHeld() {
        return " WHERE " + fence;
    }

    /** The end of a condition of a statement on another table; takes the fence's three parameters. */
    String andHeld() {
        return " AND EXISTS (SELECT 1 FROM task WHERE " + fence + ")";
    }

    /**
     * Runs {@code sql} with {@code values} and then the fence's three parameters.
     *
     * @param what the write's name in {@code refusal}
     * @param value what would be written, for {@code refusal}
     * @return whether the one row was written; otherwise the refusal is on record
     */
    boolean apply(Lease lease, String what, String value, String sql, Object... values) throws SQLException {
        int rows;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int index = 0;
            for (Object each : values) {
                statement.setObject(++index, each);
            }
            statement.setString(++index, lease.task().id());
            statement.setLong(++index, lease.generation());
            statement.setString(++index, lease.owner());
            rows = statement.executeUpdate();
        }
        if (rows > 1) {
            throw new IllegalStateException(what + " of " + lease.task().id() + " changed " + rows
                    + " rows, expected at most 1; the store's keys are not what schema.sql says");
        }
        if (rows == 0) {
            refuse(lease, what, value);
        }
        return rows == 1;
    }

    /**
     * Runs {@code work} in one transaction and commits it even when a write was refused, so that the refusal stays.
     *
     * @param work says whether all its writes were accepted
     * @throws LeaseLostException when one was not
     */
    void require(Lease lease, String what, Transactions.Work<Boolean> work) throws SQLException {
        if (!Transactions.immediate(connection, work)) {
            throw new LeaseLostException(lease, "the store refused its " + what);
        }
    }

    /** Inside a transaction that the caller has begun: the task's state, and whether it was accepted. */
    boolean setState(Lease lease, TaskState state) throws SQLException {
        return apply(lease, "state", state.id(), "UPDATE task SET state = ?" + ifHeld(), state.id());
    }

    private void refuse(Lease lease, String what, String value) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                """
                INSERT INTO refusal (task, generation, owner, what, value, found_generation, found_owner, refused_at_ms)
                SELECT task, ?, ?, ?, ?, generation, owner, ? FROM task WHERE task = ?""")) {
            insert.setLong(1, lease.generation());
            insert.setString(2, lease.owner());
            insert.setString(3, what);
            insert.setString(4, value);
            insert.setLong(5, clock.millis());
            insert.setString(6, lease.task().id());
            insert.executeUpdate();
        }
    }
}
