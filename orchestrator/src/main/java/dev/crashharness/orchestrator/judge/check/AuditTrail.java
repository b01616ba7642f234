package dev.crashharness.orchestrator.judge.check;

import dev.crashharness.orchestrator.evidence.database.Audit;
import java.util.List;
import java.util.Objects;

/**
 * What triggers noted of every write, in commit order. Checks read it instead of the last rows: a count over a primary key
 * is always 1, and a rewrite of the same value leaves no other trace.
 */
public record AuditTrail(List<Audit> rows) {
    public AuditTrail {
        rows = List.copyOf(rows);
    }

    /** Only the writes to {@code table}. */
    public AuditTrail of(String table) {
        return new AuditTrail(
                rows.stream().filter(row -> row.table().equals(table)).toList());
    }

    public List<Audit> inserts() {
        return actions("insert");
    }

    public List<Audit> updates() {
        return actions("update");
    }

    public List<Audit> deletes() {
        return actions("delete");
    }

    /** The updates that gave {@code column} another value. */
    public List<Audit> changesOf(String column) {
        return updates().stream().filter(row -> changes(row, column)).toList();
    }

    /** Whether the write gave {@code column} another value. */
    public static boolean changes(Audit row, String column) {
        return !Objects.equals(row.textBefore(column), row.textAfter(column));
    }

    private List<Audit> actions(String action) {
        return rows.stream().filter(row -> row.action().equals(action)).toList();
    }
}
