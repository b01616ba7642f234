package dev.crashharness.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Looks into a database file past the code under test. */
public final class Sql {
    private Sql() {}

    /** The rows that {@code query} finds, their columns joined by {@code |}. */
    public static List<String> rows(Path database, String query) throws SQLException {
        try (Connection connection = connect(database)) {
            return rows(connection, query);
        }
    }

    /** The same on an open connection. */
    public static List<String> rows(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            int columns = row.getMetaData().getColumnCount();
            List<String> rows = new ArrayList<>();
            while (row.next()) {
                StringJoiner text = new StringJoiner("|");
                for (int i = 1; i <= columns; i++) {
                    text.add(row.getString(i));
                }
                rows.add(text.toString());
            }
            return rows;
        }
    }

    /** Runs {@code script} on {@code database}, which is made when missing. */
    public static void run(Path database, String script) throws SQLException {
        try (Connection connection = connect(database)) {
            run(connection, script);
        }
    }

    /** The same on an open connection. */
    public static void run(Connection connection, String script) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(script);
        }
    }

    private static Connection connect(Path database) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + database.toUri());
    }
}
