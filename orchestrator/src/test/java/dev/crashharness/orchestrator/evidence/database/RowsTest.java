package dev.crashharness.orchestrator.evidence.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The machine's trouble is not called damage: nobody throws away a store because a disk was full. */
class RowsTest {
    private static final Path FILE = Path.of("a.sqlite");

    @ParameterizedTest
    @EnumSource(
            value = SQLiteErrorCode.class,
            names = {
                "SQLITE_BUSY", "SQLITE_BUSY_RECOVERY", "SQLITE_BUSY_SNAPSHOT", "SQLITE_LOCKED", "SQLITE_FULL",
                "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_PERM", "SQLITE_NOMEM"
            })
    void whatCannotBeReadNowIsNotDamaged(SQLiteErrorCode code) {
        assertThatThrownBy(() -> Rows.damage(FILE, failure(code)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("a.sqlite cannot be read now")
                .hasMessageContaining("look and try again");
    }

    @ParameterizedTest
    @EnumSource(
            value = SQLiteErrorCode.class,
            names = {"SQLITE_CORRUPT", "SQLITE_CORRUPT_VTAB", "SQLITE_NOTADB"})
    void whatSqliteCallsCorruptIs(SQLiteErrorCode code) {
        assertThat(Rows.damage(FILE, failure(code))).isEqualTo("it said so");
    }

    @Test
    void whatIsNoErrorOfSqlitesIsNotDamageEither() {
        assertThatThrownBy(() -> Rows.damage(FILE, new SQLException("an audit row holds no JSON")))
                .isInstanceOf(UncheckedIOException.class);
    }

    private static SQLiteException failure(SQLiteErrorCode code) {
        return new SQLiteException("it said so", code);
    }
}
