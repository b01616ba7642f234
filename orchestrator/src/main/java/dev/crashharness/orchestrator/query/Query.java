package dev.crashharness.orchestrator.query;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;

/** Asks one statement of a file that it opens for reading only. */
public final class Query {
    private static final Duration BUSY_TIMEOUT = Duration.ofSeconds(5);
    /** How long one question may take. */
    public static final Duration LONGEST = Duration.ofSeconds(30);

    private static final int MOST_ROWS = 100;
    private static final int MOST_CHARACTERS = 10_000;

    /** Of SQLite's machine, between two looks at the clock. */
    private static final int STEPS = 10_000;

    private Query() {}

    /** The answer of {@code file} to {@code sql}; a failure, or too much of an answer, is one too. */
    public static Answer ask(Path file, String sql) {
        return ask(file, sql, LONGEST);
    }

    /** As {@link #ask(Path, String)}, but not for longer than {@code longest}. */
    public static Answer ask(Path file, String sql, Duration longest) {
        if (!Files.isRegularFile(file)) {
            return Answer.none("there is no file " + file);
        }
        if (!OneStatement.is(sql)) {
            return Answer.none("'" + sql + "' is more than one statement; ask one question");
        }
        SQLiteConfig config = new SQLiteConfig();
        // Never a writer: an open and a close that may write delete the -wal they find.
        config.setReadOnly(true);
        config.setBusyTimeout(Math.toIntExact(BUSY_TIMEOUT.toMillis()));
        long end = System.nanoTime() + longest.toNanos();
        try (Connection connection = config.createConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            // The driver's query timeout is SQLite's busy timeout: it would bound nothing.
            ProgressHandler.setHandler(connection, STEPS, stopAt(end));
            try (ResultSet row = statement.executeQuery(sql)) {
                return rows(row);
            }
        } catch (SQLException e) {
            boolean late = System.nanoTime() - end >= 0;
            String why = late ? "it had not ended after " + longest.toSeconds() + " s" : e.getMessage();
            return Answer.none("'" + sql + "' on " + file.getFileName() + ": " + why);
        }
    }

    private static ProgressHandler stopAt(long end) {
        return new ProgressHandler() {
            @Override
            protected int progress() {
                return System.nanoTime() - end >= 0 ? 1 : 0;
            }
        };
    }

    private static Answer rows(ResultSet row) throws SQLException {
        int columns = row.getMetaData().getColumnCount();
        List<List<String>> rows = new ArrayList<>();
        long length = 0;
        while (row.next()) {
            List<String> values = new ArrayList<>();
            for (int column = 1; column <= columns; column++) {
                String value = String.valueOf(row.getString(column));
                length += value.length();
                values.add(value);
            }
            rows.add(values);
            if (rows.size() > MOST_ROWS || length > MOST_CHARACTERS) {
                return Answer.none("the answer has more than " + MOST_ROWS + " rows or " + MOST_CHARACTERS
                        + " characters; ask for a count, a length or a hash");
            }
        }
        return new Answer(rows, "");
    }
}
