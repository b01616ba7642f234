package dev.crashharness.orchestrator.evidence.database;

import dev.crashharness.orchestrator.evidence.database.StoreImage.Attempt;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Checkpoint;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Claim;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Intent;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Task;
import dev.crashharness.sqlite.DatabaseRefusedException;
import dev.crashharness.worker.store.Store;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Reads a worker store; never writes. */
public final class StoreReader {
    private StoreReader() {}

    /**
     * Reads the store at {@code path}.
     *
     * @throws DatabaseRefusedException when there is no store at all; a damaged one is an image that says so
     * @throws UncheckedIOException when it cannot be read now: locked, the disk full, the folder read-only
     */
    public static StoreImage read(Path path) {
        try (Connection connection = Store.file(path).openReadOnly()) {
            String integrity = Rows.integrity(connection);
            return integrity.equals("ok") ? image(connection) : StoreImage.without(integrity);
        } catch (DatabaseRefusedException e) {
            if (e.reason() == DatabaseRefusedException.Reason.DAMAGED) {
                return StoreImage.without(Rows.damage(e));
            }
            throw e;
        } catch (SQLException e) {
            return StoreImage.without(Rows.damage(path, e));
        }
    }

    private static StoreImage image(Connection connection) throws SQLException {
        return new StoreImage(
                "ok",
                tasks(connection).stream().findFirst(),
                claims(connection),
                checkpoints(connection),
                intents(connection).stream().findFirst(),
                attempts(connection),
                DecidedRows.read(connection),
                Rows.refusals(connection),
                Rows.audit(connection));
    }

    private static List<Task> tasks(Connection connection) throws SQLException {
        return Rows.all(
                connection,
                """
                SELECT task, contract, payload, state, generation, owner, lease_expires_at_ms, needs_approval
                FROM task""",
                row -> new Task(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getLong(5),
                        row.getString(6),
                        row.getLong(7),
                        row.getBoolean(8)));
    }

    private static List<Claim> claims(Connection connection) throws SQLException {
        return Rows.all(
                connection,
                """
                SELECT generation, owner, claimed_at_ms, expires_at_ms, found_owner, found_expires_at_ms, journal_mode,
                    synchronous FROM lease_history ORDER BY claim""",
                row -> new Claim(
                        row.getLong(1),
                        row.getString(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getString(5),
                        row.getLong(6),
                        row.getString(7),
                        row.getInt(8)));
    }

    private static List<Checkpoint> checkpoints(Connection connection) throws SQLException {
        return Rows.all(
                connection,
                "SELECT step, generation, owner, output FROM checkpoint ORDER BY rowid",
                row -> new Checkpoint(row.getString(1), row.getLong(2), row.getString(3), row.getString(4)));
    }

    private static List<Intent> intents(Connection connection) throws SQLException {
        return Rows.all(
                connection,
                "SELECT operation, payload, payload_hash, state, receipt, generation FROM intent",
                row -> new Intent(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getLong(6)));
    }

    private static List<Attempt> attempts(Connection connection) throws SQLException {
        return Rows.all(
                connection,
                """
                SELECT attempt, operation, generation, owner, outcome, receipt, evidence, sent_at_ms
                FROM attempt ORDER BY rowid""",
                row -> new Attempt(
                        row.getString(1),
                        row.getString(2),
                        row.getLong(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7),
                        row.getLong(8)));
    }
}
