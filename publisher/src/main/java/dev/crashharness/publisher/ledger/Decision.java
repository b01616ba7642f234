package dev.crashharness.publisher.ledger;

import static dev.crashharness.publisher.protocol.Reply.Status.CONFLICT;
import static dev.crashharness.publisher.protocol.Reply.Status.NOT_FOUND;
import static dev.crashharness.publisher.protocol.Reply.Status.REFUSED;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.PayloadHash;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.publisher.protocol.Request.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** What one request does to the ledger. Runs inside the transaction that its caller has begun. */
final class Decision {
    /** What was kept of an operation's first request. */
    private record Remembered(String payloadHash, String receipt) {}

    private final Connection connection;
    private final Contract contract;
    private final InstantSource clock;

    Decision(Connection connection, Contract contract, InstantSource clock) {
        this.connection = connection;
        this.contract = contract;
        this.clock = clock;
    }

    Reply decide(Request request) throws SQLException {
        // First of all: whatever is decided, that it was asked stays on record.
        long row = log(request);
        Reply reply = request.kind() == Kind.LOOKUP ? lookUp(request) : publish(request);
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE request_log SET outcome = ?, receipt = ? WHERE request = ?")) {
            update.setString(1, reply.status().name().toLowerCase(Locale.ROOT));
            update.setString(2, reply.receipt().isEmpty() ? null : reply.receipt());
            update.setLong(3, row);
            update.executeUpdate();
        }
        return reply;
    }

    private Reply publish(Request request) throws SQLException {
        if (contract.equals(Contract.BLIND)) {
            return Reply.receipt(request, commitEffect(request));
        }
        Optional<Remembered> known = remembered(request.operation());
        if (known.isEmpty()) {
            String receipt = commitEffect(request);
            remember(request, receipt);
            return Reply.receipt(request, receipt);
        }
        // The payload is compared before anything else: a hit with other content is not this operation again.
        if (!known.get().payloadHash().equals(PayloadHash.of(request.payload()))) {
            refuse(request, "publish");
            return Reply.without(
                    CONFLICT, request, "operation " + request.operation() + " is known with other content");
        }
        return Reply.receipt(request, known.get().receipt());
    }

    private Reply lookUp(Request request) throws SQLException {
        if (contract.equals(Contract.BLIND)) {
            refuse(request, "lookup");
            return Reply.without(REFUSED, request, "the contract " + contract.id() + " offers no lookup");
        }
        return remembered(request.operation())
                .map(known -> Reply.receipt(request, known.receipt()))
                .orElseGet(() -> Reply.without(NOT_FOUND, request, ""));
    }

    private Optional<Remembered> remembered(String operation) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT payload_hash, receipt FROM dedup WHERE operation = ?")) {
            select.setString(1, operation);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(new Remembered(row.getString(1), row.getString(2))) : Optional.empty();
            }
        }
    }

    private void remember(Request request, String receipt) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO dedup (operation, payload_hash, receipt, first_seen_at_ms) VALUES (?, ?, ?, ?)")) {
            insert.setString(1, request.operation());
            insert.setString(2, PayloadHash.of(request.payload()));
            insert.setString(3, receipt);
            insert.setLong(4, clock.millis());
            insert.executeUpdate();
        }
    }

    private String commitEffect(Request request) throws SQLException {
        String receipt = "r-" + UUID.randomUUID();
        try (PreparedStatement insert = connection.prepareStatement(
                """
                INSERT INTO effect (operation, task, attempt, generation, payload, payload_hash, receipt, committed_at_ms)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)""")) {
            insert.setString(1, request.operation());
            insert.setString(2, request.task());
            insert.setString(3, request.attempt());
            insert.setLong(4, request.generation());
            insert.setString(5, request.payload());
            insert.setString(6, PayloadHash.of(request.payload()));
            insert.setString(7, receipt);
            insert.setLong(8, clock.millis());
            insert.executeUpdate();
        }
        return receipt;
    }

    private long log(Request request) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                """
                INSERT INTO request_log (kind, operation, task, attempt, generation, payload_hash, received_at_ms)
                VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING request""")) {
            insert.setString(1, request.kind().name().toLowerCase(Locale.ROOT));
            insert.setString(2, request.operation());
            insert.setString(3, request.task());
            insert.setString(4, request.attempt());
            insert.setLong(5, request.generation());
            insert.setString(6, request.kind() == Kind.LOOKUP ? "" : PayloadHash.of(request.payload()));
            insert.setLong(7, clock.millis());
            try (ResultSet row = insert.executeQuery()) {
                return row.getLong(1);
            }
        }
    }

    private void refuse(Request request, String what) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                """
                INSERT INTO refusal (task, generation, owner, what, value, found_generation, refused_at_ms)
                VALUES (?, ?, ?, ?, ?, ?, ?)""")) {
            insert.setString(1, request.task());
            insert.setLong(2, request.generation());
            insert.setString(3, request.attempt());
            insert.setString(4, what);
            insert.setString(5, request.operation());
            insert.setLong(6, request.generation());
            insert.setLong(7, clock.millis());
            insert.executeUpdate();
        }
    }
}
