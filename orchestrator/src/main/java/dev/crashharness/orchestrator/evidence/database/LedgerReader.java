package dev.crashharness.orchestrator.evidence.database;

import dev.crashharness.orchestrator.evidence.database.LedgerImage.Cancellation;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Dedup;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Effect;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Request;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Tombstone;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.sqlite.DatabaseFile;
import dev.crashharness.sqlite.DatabaseRefusedException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Reads a publisher's ledger; never writes. */
public final class LedgerReader {
    private LedgerReader() {}

    /**
     * Reads the ledger at {@code path}; one that was never begun is an empty one.
     *
     * @throws DatabaseRefusedException when the file is another's; a damaged one is an image that says so
     */
    public static LedgerImage read(Path path) {
        DatabaseFile file = Ledger.file(path);
        // A publisher that is killed before its first commit leaves an empty file.
        if (file.empty()) {
            return empty("ok");
        }
        try (Connection connection = file.openReadOnly()) {
            String integrity = Rows.integrity(connection);
            return integrity.equals("ok") ? image(connection) : empty(integrity);
        } catch (DatabaseRefusedException e) {
            if (e.reason() == DatabaseRefusedException.Reason.DAMAGED) {
                return empty(Rows.damage(e));
            }
            throw e;
        } catch (SQLException e) {
            return empty(Rows.damage(path, e));
        }
    }

    private static LedgerImage empty(String integrity) {
        return new LedgerImage(
                integrity, "", List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
    }

    private static LedgerImage image(Connection connection) throws SQLException {
        return new LedgerImage(
                "ok",
                Rows.all(connection, "SELECT contract FROM ledger", row -> row.getString(1)).stream()
                        .findFirst()
                        .orElse(""),
                effects(connection),
                dedups(connection),
                requests(connection),
                tombstones(connection),
                cancellations(connection),
                Rows.refusals(connection),
                Rows.audit(connection));
    }

    private static List<Effect> effects(Connection connection) throws SQLException {
        return Rows.all(
                connection,
                "SELECT operation, task, attempt, generation, payload_hash, receipt FROM effect ORDER BY effect",
                row -> new Effect(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getLong(4),
                        row.getString(5),
                        row.getString(6)));
    }

    private static List<Dedup> dedups(Connection connection) throws SQLException {
        return Rows.all(
                connection,
                "SELECT operation, payload_hash, receipt, first_seen_at_ms FROM dedup",
                row -> new Dedup(row.getString(1), row.getString(2), row.getString(3), row.getLong(4)));
    }

    private static List<Request> requests(Connection connection) throws SQLException {
        return Rows.all(
                connection,
                """
                SELECT kind, operation, task, attempt, generation, payload_hash, original, outcome, receipt
                FROM request_log ORDER BY request""",
                row -> new Request(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getLong(5),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8),
                        row.getString(9)));
    }

    private static List<Tombstone> tombstones(Connection connection) throws SQLException {
        return Rows.all(
                connection,
                "SELECT original, operation, generation FROM tombstone ORDER BY rowid",
                row -> new Tombstone(row.getString(1), row.getString(2), row.getLong(3)));
    }

    private static List<Cancellation> cancellations(Connection connection) throws SQLException {
        return Rows.all(
                connection,
                """
                SELECT operation, original, attempt, generation, found_effects, receipt
                FROM cancellation ORDER BY cancellation""",
                row -> new Cancellation(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getLong(4),
                        row.getInt(5),
                        row.getString(6)));
    }
}
