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
import org.sqlite.SQLiteConfig;

/** Asks one statement of a file that it opens for reading only. */
public final class Query {
    private static final Duration BUSY_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int MOST_ROWS = 1000;

    private Query() {}

    /** The answer of {@code file} to {@code sql}, at most 1000 rows of it; a failure is an answer too. */
    public static Answer ask(Path file, String sql) {
        if (!Files.isRegularFile(file)) {
            return Answer.none("there is no file " + file);
        }
        SQLiteConfig config = new SQLiteConfig();
        // Never a writer: an open and a close that may write delete the -wal they find.
        config.setReadOnly(true);
        config.setBusyTimeout(Math.toIntExact(BUSY_TIMEOUT.toMillis()));
        try (Connection connection = config.createConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(Math.toIntExact(LONGEST.toSeconds()));
            statement.setMaxRows(MOST_ROWS);
            try (ResultSet row = statement.executeQuery(sql)) {
                return new Answer(rows(row), "");
            }
        } catch (SQLException e) {
            return Answer.none("'" + sql + "' on " + file.getFileName() + ": " + e.getMessage());
        }
    }

    private static List<List<String>> rows(ResultSet row) throws SQLException {
        int columns = row.getMetaData().getColumnCount();
        List<List<String>> rows = new ArrayList<>();
        while (row.next()) {
            List<String> values = new ArrayList<>();
            for (int column = 1; column <= columns; column++) {
                values.add(String.valueOf(row.getString(column)));
            }
            rows.add(values);
        }
        return rows;
    }
}
