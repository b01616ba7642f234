package dev.crashharness.orchestrator.evidence.database;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crashharness.sqlite.DatabaseFile;
import dev.crashharness.sqlite.DatabaseRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sqlite.SQLiteException;

/** Reads whole tables; what both databases have alike. */
final class Rows {
    interface Mapping<T> {
        T map(ResultSet row) throws SQLException;
    }

    /** What the triggers write is plain JSON, no format of ours. */
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final TypeReference<Map<String, Object>> COLUMNS = new TypeReference<>() {};

    private Rows() {}

    static <T> List<T> all(Connection connection, String sql, Mapping<T> mapping) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                rows.add(mapping.map(row));
            }
        }
        return rows;
    }

    /** {@code ok}, or the first thing that SQLite finds wrong. */
    static String integrity(Connection connection) throws SQLException {
        return all(connection, "PRAGMA integrity_check(1)", row -> row.getString(1))
                .get(0)
                .replace('\n', ' ');
    }

    /** What SQLite said, without the sentence around it: the reader's caller has one of its own. */
    static String damage(DatabaseRefusedException refused) {
        return refused.getCause() == null
                ? refused.getMessage()
                : refused.getCause().getMessage();
    }

    /**
     * What SQLite said of the damage.
     *
     * @throws UncheckedIOException when the file is whole, as far as is known, and only cannot be read now
     */
    static String damage(Path path, SQLException failure) {
        if (failure instanceof SQLiteException sqlite && DatabaseFile.isDamage(sqlite.getResultCode())) {
            return failure.getMessage();
        }
        throw new UncheckedIOException(
                path + " cannot be read now (" + failure.getMessage()
                        + "); it may be locked, the disk full or the folder read-only, so look and try again",
                new IOException(failure));
    }

    static List<Refusal> refusals(Connection connection) throws SQLException {
        return all(
                connection,
                "SELECT generation, owner, what, value, found_generation FROM refusal ORDER BY refusal",
                row -> new Refusal(
                        row.getLong(1), row.getString(2), row.getString(3), row.getString(4), row.getLong(5)));
    }

    static List<Audit> audit(Connection connection) throws SQLException {
        return all(
                connection,
                "SELECT seq, table_name, action, before_json, after_json, at_ms FROM audit ORDER BY seq",
                row -> new Audit(
                        row.getLong(1),
                        row.getString(2),
                        row.getString(3),
                        columns(row.getString(4)),
                        columns(row.getString(5)),
                        row.getLong(6)));
    }

    private static Map<String, Object> columns(String json) throws SQLException {
        try {
            return json == null ? Map.of() : JSON.readValue(json, COLUMNS);
        } catch (JsonProcessingException e) {
            throw new SQLException("an audit row holds no JSON: " + json, e);
        }
    }
}
