package dev.crashharness.publisher.ledger;

import dev.crashharness.publisher.protocol.Request;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;

/** The rows of a cancel: what it was, and the tombstone that keeps its original out. */
final class Cancellations {
    /**
     * What keeps an operation out.
     *
     * @param operation the cancel's own
     * @param generation of the cancel's sender
     */
    record Tombstone(String operation, long generation) {}

    private final Connection connection;
    private final InstantSource clock;

    Cancellations(Connection connection, InstantSource clock) {
        this.connection = connection;
        this.clock = clock;
    }

    Optional<Tombstone> tombstone(String original) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT operation, generation FROM tombstone WHERE original = ?")) {
            select.setString(1, original);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(new Tombstone(row.getString(1), row.getLong(2))) : Optional.empty();
            }
        }
    }

    /** The first cancel buries; a later one finds the tombstone standing. */
    void bury(Request cancel) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                """
                INSERT INTO tombstone (original, operation, generation, committed_at_ms) VALUES (?, ?, ?, ?)
                ON CONFLICT (original) DO NOTHING""")) {
            insert.setString(1, cancel.original());
            insert.setString(2, cancel.operation());
            insert.setLong(3, cancel.generation());
            insert.setLong(4, clock.millis());
            insert.executeUpdate();
        }
    }

    /** The business record. It says what was found, and a cancel of nothing is a cancel all the same. */
    void cancellation(Request cancel, String receipt) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                """
                INSERT INTO cancellation
                    (operation, original, task, attempt, generation, found_effects, receipt, committed_at_ms)
                VALUES (?1, ?2, ?3, ?4, ?5, (SELECT count(*) FROM effect WHERE operation = ?2), ?6, ?7)""")) {
            insert.setString(1, cancel.operation());
            insert.setString(2, cancel.original());
            insert.setString(3, cancel.task());
            insert.setString(4, cancel.attempt());
            insert.setLong(5, cancel.generation());
            insert.setString(6, receipt);
            insert.setLong(7, clock.millis());
            insert.executeUpdate();
        }
    }
}
