package dev.crashharness.orchestrator.matrix.misbehave;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/** Takes the write lock of the SQLite file {@code DATABASE}, says so, and keeps it until its standard input ends. */
public final class LockerMain {
    private LockerMain() {}

    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + System.getenv("DATABASE"));
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            System.out.println("locked");
            while (System.in.read() >= 0) {
                // Until its end.
            }
        }
    }
}
