package dev.crashharness.orchestrator.evidence.database;

import dev.crashharness.sqlite.DatabaseFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * SQLite as this JVM has loaded it.
 *
 * @param version such as {@code 3.54.1}
 */
public record Engine(String version) {
    private static final int TRIAL_ID = 0x74726961;

    /**
     * Makes a database in WAL the way stores are made, commits to it and asks for the version. The file stays in
     * {@code folder}.
     *
     * @throws SQLException when the library does not load, or the folder's file system does not do what WAL needs
     */
    public static Engine tried(Path folder) throws SQLException {
        DatabaseFile file = new DatabaseFile(folder.resolve("trial.sqlite"), TRIAL_ID, "trial database");
        try (Connection connection = file.openOrCreate("CREATE TABLE trial (n INTEGER)");
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO trial VALUES (1)");
            try (ResultSet row = statement.executeQuery("SELECT sqlite_version()")) {
                return new Engine(row.getString(1));
            }
        }
    }
}
