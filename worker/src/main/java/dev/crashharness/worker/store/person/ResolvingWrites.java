package dev.crashharness.worker.store.person;

import dev.crashharness.worker.task.Resolution;
import dev.crashharness.worker.task.Resolution.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * What a resolution changes. The tries stay as they are, whatever is decided: an unknown was one when it was closed, and a
 * person's word is written beside it and not over it.
 */
public final class ResolvingWrites {
    private ResolvingWrites() {}

    /** The resolution, with a receipt what a worker would have confirmed, and last the task's state. */
    public static void write(Connection connection, Resolution resolution) throws SQLException {
        insert(connection, resolution);
        if (resolution.kind() == Kind.CONFIRMED) {
            confirm(connection, resolution);
        }
        // Nobody holds the task from here on: a stopped worker of this very generation must not wake up as its holder.
        one(
                connection,
                resolution,
                "UPDATE task SET state = ?, owner = NULL, lease_expires_at_ms = NULL WHERE state = 'unknown' AND task = ?",
                resolution.kind().leadsTo().id(),
                resolution.task());
    }

    private static void insert(Connection connection, Resolution resolution) throws SQLException {
        one(
                connection,
                resolution,
                """
                INSERT INTO resolution (task, kind, resolved_by, because, evidence, receipt, operation, generation,
                    resolved_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                resolution.task(),
                resolution.kind().id(),
                resolution.by(),
                resolution.because(),
                resolution.evidence(),
                resolution.receipt(),
                resolution.operation(),
                resolution.generation(),
                resolution.atMs());
    }

    private static void confirm(Connection connection, Resolution resolution) throws SQLException {
        one(
                connection,
                resolution,
                "UPDATE intent SET state = 'confirmed', receipt = ?, confirmed_at_ms = ?"
                        + " WHERE state = 'prepared' AND task = ?",
                resolution.receipt(),
                resolution.atMs(),
                resolution.task());
        one(
                connection,
                resolution,
                """
                INSERT INTO checkpoint (task, step, generation, owner, output, saved_at_ms)
                VALUES (?, 'publish', ?, ?, ?, ?)""",
                resolution.task(),
                resolution.generation(),
                resolution.by(),
                resolution.receipt(),
                resolution.atMs());
    }

    private static void one(Connection connection, Resolution resolution, String sql, Object... values)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int index = 0; index < values.length; index++) {
                statement.setObject(index + 1, values[index]);
            }
            int rows = statement.executeUpdate();
            if (rows != 1) {
                throw new IllegalStateException("resolving " + resolution.task() + " as "
                        + resolution.kind().id() + " changed " + rows
                        + " rows where one was expected, although the write lock was held; nothing was changed");
            }
        }
    }
}
