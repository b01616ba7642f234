package dev.crashharness.sqlite;

import static dev.crashharness.sqlite.DatabaseRefusedException.Reason.DAMAGED;
import static dev.crashharness.sqlite.DatabaseRefusedException.Reason.FOREIGN;
import static dev.crashharness.sqlite.DatabaseRefusedException.Reason.MISSING;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * A SQLite file that belongs to this project, known by its {@code application_id}.
 *
 * <p>While a connection is open, this process must not open the same file by other means: any close drops all POSIX
 * locks the process holds on it (https://sqlite.org/howtocorrupt.html, section 2.2).
 *
 * @param path where it lies
 * @param applicationId the number in its header
 * @param noun what a person calls it, such as "worker store"
 */
public record DatabaseFile(Path path, int applicationId, String noun) {
    /** https://sqlite.org/fileformat.html, section 1.3. */
    private static final String MAGIC = "SQLite format 3\0";

    private static final int HEADER_BYTES = 100;
    private static final int APPLICATION_ID_OFFSET = 68;

    /** How long a statement waits for another process's lock before it gives up. */
    public static final Duration BUSY_TIMEOUT = Duration.ofSeconds(5);

    /**
     * Opens the file for writing with {@code synchronous=FULL}; the journal stays as it was when the file was made.
     *
     * @throws DatabaseRefusedException when it is missing, foreign or damaged
     */
    public Connection open() throws SQLException {
        if (!Files.exists(path)) {
            throw new DatabaseRefusedException(
                    MISSING, "there is no " + noun + " at " + path + "; create it with submit first");
        }
        if (Files.isDirectory(path)) {
            throw new DatabaseRefusedException(FOREIGN, path + " is not a " + noun + ": it is a folder");
        }
        return prepared(new SQLiteConfig(), connection -> {
            requireOurs(connection);
            setSynchronous(connection);
        });
    }

    /** As {@link #openOrCreate(String, Journal)}, in WAL. */
    public Connection openOrCreate(String schema) throws SQLException {
        return openOrCreate(schema, Journal.WAL);
    }

    /**
     * Opens the file, or creates it with {@code schema} when there is none or an empty one.
     *
     * @param journal of a file that is created; one that exists keeps its own
     * @throws DatabaseRefusedException when the folder is missing, or the file is foreign or damaged
     */
    public Connection openOrCreate(String schema, Journal journal) throws SQLException {
        Path folder = path.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new DatabaseRefusedException(
                    MISSING, "the folder " + folder + " does not exist; create it, or give another path than " + path);
        }
        // Here and not only by makers, of whom a file that is there needs none.
        StaleFiles.removeBeside(path);
        if (!empty()) {
            return open();
        }
        new NewFile(path, applicationId).make(schema, journal);
        return open();
    }

    /**
     * Opens the file for reading only. Never {@code immutable}, which loses what still lies in the {@code -wal}.
     *
     * @throws DatabaseRefusedException when it is missing, foreign or damaged
     */
    public Connection openReadOnly() throws SQLException {
        if (!Files.isRegularFile(path)) {
            throw new DatabaseRefusedException(MISSING, "there is no " + noun + " at " + path);
        }
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        return prepared(config, this::requireOurs);
    }

    /**
     * Says whether the file is one of ours by looking at its header only, for a process that must not connect to it
     * because it copies it. Does not find damage.
     *
     * @throws DatabaseRefusedException when it is missing or foreign
     */
    public void requireHeader() {
        if (!Files.isRegularFile(path)) {
            throw new DatabaseRefusedException(
                    MISSING, "there is no " + noun + " at " + path + "; create it with submit first");
        }
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        try (SeekableByteChannel channel = Files.newByteChannel(path)) {
            while (header.hasRemaining() && channel.read(header) >= 0) {
                // Reads on until the header is whole or the file ends.
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
        String magic = new String(header.array(), 0, MAGIC.length(), StandardCharsets.ISO_8859_1);
        int found = header.getInt(APPLICATION_ID_OFFSET);
        if (!magic.equals(MAGIC)) {
            throw new DatabaseRefusedException(
                    FOREIGN, path + " is not a " + noun + ": it is not a SQLite database; nothing was changed");
        }
        if (found != applicationId) {
            throw foreign(found);
        }
    }

    private DatabaseRefusedException foreign(int found) {
        return new DatabaseRefusedException(
                FOREIGN,
                "%s is not a %s: its application_id is 0x%08x, expected 0x%08x; nothing was changed"
                        .formatted(path, noun, found, applicationId));
    }

    private interface Preparation {
        void run(Connection connection) throws SQLException;
    }

    private Connection prepared(SQLiteConfig config, Preparation preparation) throws SQLException {
        Connection connection = connect(path, config);
        try {
            preparation.run(connection);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw refused(e);
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    static Connection connect(Path path, SQLiteConfig config) throws SQLException {
        // The timeout goes in first: the first opener after a kill may meet BUSY_RECOVERY in any later statement.
        config.setBusyTimeout(Math.toIntExact(BUSY_TIMEOUT.toMillis()));
        return config.createConnection("jdbc:sqlite:" + path.toAbsolutePath().toUri());
    }

    /** Before any pragma that writes: a file of somebody else stays as it is. */
    private void requireOurs(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA application_id")) {
            int found = row.getInt(1);
            if (found != applicationId) {
                throw foreign(found);
            }
        }
    }

    /** Belongs to the connection, not to the file, and is NORMAL by default in WAL in some builds. */
    private static void setSynchronous(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA synchronous = FULL");
        }
    }

    private SQLException refused(SQLException e) {
        if (e instanceof SQLiteException sqlite) {
            SQLiteErrorCode code = sqlite.getResultCode();
            if (code == SQLiteErrorCode.SQLITE_NOTADB) {
                throw new DatabaseRefusedException(
                        FOREIGN, path + " is not a " + noun + ": it is not a SQLite database; nothing was changed");
            }
            if (isDamage(code)) {
                throw new DatabaseRefusedException(
                        DAMAGED, path + " is damaged (" + code + "); keep it as evidence and start from a new file", e);
            }
        }
        return e;
    }

    /** Whether {@code code} says that the file's content is broken, rather than busy or unreachable. */
    public static boolean isDamage(SQLiteErrorCode code) {
        return (code.code & 0xff) == SQLiteErrorCode.SQLITE_CORRUPT.code || code == SQLiteErrorCode.SQLITE_NOTADB;
    }

    /** Whether nothing has been written to it yet, or it does not exist. Takes no lock and no descriptor. */
    public boolean empty() {
        try {
            return !Files.exists(path) || (Files.isRegularFile(path) && Files.size(path) == 0);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the size of " + path, e);
        }
    }
}
