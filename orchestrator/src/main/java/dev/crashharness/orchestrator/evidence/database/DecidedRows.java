package dev.crashharness.orchestrator.evidence.database;

import dev.crashharness.orchestrator.evidence.database.StoreImage.Approval;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Compensation;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Decided;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Resolution;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Reads what people have decided about a task. */
final class DecidedRows {
    private DecidedRows() {}

    static Decided read(Connection connection) throws SQLException {
        return new Decided(
                approvals(connection).stream().findFirst(),
                resolutions(connection).stream().findFirst(),
                compensations(connection).stream().findFirst());
    }

    private static List<Approval> approvals(Connection connection) throws SQLException {
        return Rows.all(
                connection,
                "SELECT operation, generation, approved_by, approved_at_ms FROM approval",
                row -> new Approval(row.getString(1), row.getLong(2), row.getString(3), row.getLong(4)));
    }

    private static List<Resolution> resolutions(Connection connection) throws SQLException {
        return Rows.all(
                connection,
                """
                SELECT kind, resolved_by, because, evidence, receipt, operation, generation, resolved_at_ms
                FROM resolution""",
                row -> new Resolution(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getLong(7),
                        row.getLong(8)));
    }

    private static List<Compensation> compensations(Connection connection) throws SQLException {
        return Rows.all(
                connection,
                """
                SELECT operation, original, state, receipt, generation, owner, prepared_at_ms, closed_at_ms
                FROM compensation""",
                row -> new Compensation(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getLong(5),
                        row.getString(6),
                        row.getLong(7),
                        row.getLong(8)));
    }
}
