package dev.crashharness.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.sqlite.SQLiteConfig;

/**
 * A database that is made under another name and gets its own when it is whole: whoever sees it sees that it is ours,
 * with schema and journal, whenever its maker was killed.
 */
record NewFile(Path path, int applicationId) {
    void make(String schema, Journal journal) throws SQLException {
        Path making = path.resolveSibling(
                StaleFiles.prefix(path) + ProcessHandle.current().pid() + "-" + UUID.randomUUID());
        try {
            try (Connection connection = DatabaseFile.connect(making, new SQLiteConfig())) {
                fill(connection, schema, journal);
            }
            // The last close has brought everything from the -wal into the file.
            name(making);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + path, e);
        }
    }

    private void fill(Connection connection, String schema, Journal journal) throws SQLException {
        setJournal(connection, journal);
        Transactions.immediate(connection, () -> {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("PRAGMA application_id = " + applicationId);
                return statement.executeUpdate(schema);
            }
        });
    }

    /** Only here: a later opener who changed it would change what the others' commits rest on. */
    private static void setJournal(Connection connection, Journal journal) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA journal_mode = " + journal.id())) {
            if (!journal.id().equals(row.getString(1))) {
                throw new SQLException("SQLite does not switch the journal of a new file to " + journal.id()
                        + "; its file system may not support it");
            }
        }
    }

    private void name(Path made) throws IOException, SQLException {
        try {
            // A link and not a move, which would replace what another process has made meanwhile.
            Files.createLink(path, made);
        } catch (FileAlreadyExistsException e) {
            if (Files.size(path) == 0) {
                replaceEmpty(made);
            }
        } finally {
            Files.deleteIfExists(made);
        }
    }

    /**
     * Looks again and moves while nobody else can: of two who have seen an empty file, the second would replace what the
     * first has stored in it by then. SQLite's lock of an empty file beside it, because it ends with its holder, is waited
     * for no longer than the busy timeout, and excludes threads of one process too.
     */
    private void replaceEmpty(Path made) throws IOException, SQLException {
        Path lock = StaleFiles.lock(path);
        try (Connection connection = DatabaseFile.connect(lock, new SQLiteConfig())) {
            Transactions.immediate(connection, () -> {
                moveOverEmpty(made);
                return null;
            });
        }
        // Whoever comes from now on, by this lock or by a new one, finds a file that is not empty.
        Files.deleteIfExists(lock);
    }

    private void moveOverEmpty(Path made) {
        try {
            if (Files.size(path) == 0) {
                Files.move(made, path, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + path, e);
        }
    }
}
