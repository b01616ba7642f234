package dev.crashharness.publisher.ledger;

import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.sqlite.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** The rows of a request. Times are those of the ledger's clock. Thread-safe in so far as transactions exclude each other. */
final class Tables {
    /** What was kept of an operation's first request. */
    record Remembered(String payloadHash, String receipt, long firstSeenAtMs) {}

    private final Connection connection;
    private final InstantSource clock;
    private final ReentrantLock oneAtATime = new ReentrantLock();

    Tables(Connection connection, InstantSource clock) {
        this.connection = connection;
        this.clock = clock;
    }

    /** The rows of cancels. */
    Cancellations cancellations() {
        return new Cancellations(connection, clock);
    }

    <T> T transaction(Transactions.Work<T> work) throws SQLException {
        oneAtATime.lock();
        try {
            return Transactions.immediate(connection, work);
        } finally {
            oneAtATime.unlock();
        }
    }

    long nowMs() {
        return clock.millis();
    }

    long log(Request request) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                """
                INSERT INTO request_log (kind, operation, task, attempt, generation, payload_hash, original, received_at_ms)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING request""")) {
            insert.setString(1, lower(request.kind()));
            insert.setString(2, request.operation());
            insert.setString(3, request.task());
            insert.setString(4, request.attempt());
            insert.setLong(5, request.generation());
            insert.setString(6, request.contentHash());
            insert.setString(7, request.original().isEmpty() ? null : request.original());
            insert.setLong(8, nowMs());
            try (ResultSet row = insert.executeQuery()) {
                return row.getLong(1);
            }
        }
    }

    void answer(long row, Reply reply) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE request_log SET outcome = ?, receipt = ? WHERE request = ?")) {
            update.setString(1, lower(reply.status()));
            update.setString(2, reply.receipt().isEmpty() ? null : reply.receipt());
            update.setLong(3, row);
            update.executeUpdate();
        }
    }

    Optional<Remembered> remembered(String operation) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT payload_hash, receipt, first_seen_at_ms FROM dedup WHERE operation = ?")) {
            select.setString(1, operation);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? Optional.of(new Remembered(row.getString(1), row.getString(2), row.getLong(3)))
                        : Optional.empty();
            }
        }
    }

    /** Replaces what a window that is over has left; a retry inside the window never comes here (nats-server#7302). */
    void remember(Request request, String receipt) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                """
                INSERT INTO dedup (operation, payload_hash, receipt, first_seen_at_ms) VALUES (?, ?, ?, ?)
                ON CONFLICT (operation) DO UPDATE SET payload_hash = excluded.payload_hash,
                    receipt = excluded.receipt, first_seen_at_ms = excluded.first_seen_at_ms""")) {
            insert.setString(1, request.operation());
            insert.setString(2, request.contentHash());
            insert.setString(3, receipt);
            insert.setLong(4, nowMs());
            insert.executeUpdate();
        }
    }

    /** Of what the operation has done first, be it an effect or a cancellation: no operation is both. */
    Optional<String> firstReceipt(String operation) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                """
                SELECT receipt FROM (SELECT effect AS row, receipt FROM effect WHERE operation = ?
                    UNION ALL SELECT cancellation, receipt FROM cancellation WHERE operation = ?) ORDER BY row LIMIT 1""")) {
            select.setString(1, operation);
            select.setString(2, operation);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
            }
        }
    }

    void effect(Request request, String receipt) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                """
                INSERT INTO effect (operation, task, attempt, generation, payload, payload_hash, receipt, committed_at_ms)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)""")) {
            insert.setString(1, request.operation());
            insert.setString(2, request.task());
            insert.setString(3, request.attempt());
            insert.setLong(4, request.generation());
            insert.setString(5, request.payload());
            insert.setString(6, request.contentHash());
            insert.setString(7, receipt);
            insert.setLong(8, nowMs());
            insert.executeUpdate();
        }
    }

    /** Raises the fence of {@code task} to {@code generation} unless it is as high, and returns where it stands then. */
    long raiseFence(String task, long generation) throws SQLException {
        try (PreparedStatement raise = connection.prepareStatement(
                """
                INSERT INTO fence (task, generation) VALUES (?, ?)
                ON CONFLICT (task) DO UPDATE SET generation = excluded.generation
                WHERE excluded.generation > fence.generation""")) {
            raise.setString(1, task);
            raise.setLong(2, generation);
            raise.executeUpdate();
        }
        try (PreparedStatement select = connection.prepareStatement("SELECT generation FROM fence WHERE task = ?")) {
            select.setString(1, task);
            try (ResultSet row = select.executeQuery()) {
                return row.getLong(1);
            }
        }
    }

    void refuse(Request request, long foundGeneration) throws SQLException {
        refuse(request, foundGeneration, null);
    }

    /** @param foundOwner the operation of the cancel whose tombstone was met, or null */
    void refuse(Request request, long foundGeneration, String foundOwner) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                """
                INSERT INTO refusal (task, generation, owner, what, value, found_generation, found_owner, refused_at_ms)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)""")) {
            insert.setString(1, request.task());
            insert.setLong(2, request.generation());
            insert.setString(3, request.attempt());
            insert.setString(4, lower(request.kind()));
            insert.setString(5, request.operation());
            insert.setLong(6, foundGeneration);
            insert.setString(7, foundOwner);
            insert.setLong(8, nowMs());
            insert.executeUpdate();
        }
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
