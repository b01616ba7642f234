package dev.crashharness.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The one kind of transaction used here: it takes the write lock at its beginning. */
public final class Transactions {
    /** Statements that stand or fall together. */
    @FunctionalInterface
    public interface Work<T> {
        /** Runs inside the transaction. */
        T run() throws SQLException;
    }

    private Transactions() {}

    /**
     * Runs {@code work} between {@code BEGIN IMMEDIATE} and {@code COMMIT}; rolls back when it throws. A deferred
     * read-then-write fails at once in WAL, whatever the busy timeout (BUSY_SNAPSHOT;
     * IntersectMBO/ouroboros-consensus#2233).
     */
    public static <T> T immediate(Connection connection, Work<T> work) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            T result;
            try {
                result = work.run();
                statement.execute("COMMIT");
            } catch (SQLException | RuntimeException | Error e) {
                rollBack(statement, e);
                throw e;
            }
            return result;
        }
    }

    /** SQLITE_FULL has rolled back by itself, so that a failing ROLLBACK must not hide the first error. */
    private static void rollBack(Statement statement, Throwable first) {
        try {
            statement.execute("ROLLBACK");
        } catch (SQLException e) {
            first.addSuppressed(e);
        }
    }
}
