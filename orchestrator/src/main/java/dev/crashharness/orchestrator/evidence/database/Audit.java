package dev.crashharness.orchestrator.evidence.database;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * One row that a trigger appended for an insert, update or delete.
 *
 * @param seq grows with each row, in commit order
 * @param table the table written
 * @param action {@code insert}, {@code update} or {@code delete}
 * @param before the columns before (empty for an insert); numbers as {@link Number}, text as {@link String}
 * @param after the columns after (empty for a delete)
 * @param atMs when it was written, in epoch milliseconds on the system's clock
 */
public record Audit(
        long seq,
        String table,
        String action,
        Map<String, Object> before,
        Map<String, Object> after,
        @JsonProperty("at_ms") long atMs) {
    /** The column after the write as text, or null. */
    public String textAfter(String column) {
        Object value = after.get(column);
        return value == null ? null : value.toString();
    }

    /** The column before the write as text, or null. */
    public String textBefore(String column) {
        Object value = before.get(column);
        return value == null ? null : value.toString();
    }

    /** The column after the write as a number, or -1 when it is null or absent. */
    public long numberAfter(String column) {
        return after.get(column) instanceof Number number ? number.longValue() : -1;
    }
}
