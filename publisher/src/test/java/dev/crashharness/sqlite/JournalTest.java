package dev.crashharness.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JournalTest {
    @TempDir
    Path directory;

    private DatabaseFile file;

    @BeforeEach
    void aFile() {
        file = new DatabaseFile(directory.resolve("some.sqlite"), 7, "thing");
    }

    @ParameterizedTest
    @EnumSource
    void laterOpenersKeepTheJournalAndAreFullySynchronous(Journal journal) throws SQLException {
        file.openOrCreate("CREATE TABLE t (x)", journal).close();

        try (Connection later = file.open();
                Connection other = file.openOrCreate("not run", Journal.WAL)) {
            assertThat(pragma(later, "journal_mode")).isEqualTo(journal.id());
            assertThat(pragma(other, "journal_mode")).isEqualTo(journal.id());
            assertThat(pragma(later, "synchronous")).isEqualTo("2");
        }
    }

    @Test
    void aFileIsMadeInWalUnlessSaidOtherwise() throws SQLException {
        try (Connection first = file.openOrCreate("CREATE TABLE t (x)")) {
            assertThat(pragma(first, "journal_mode")).isEqualTo("wal");
        }
    }

    private static String pragma(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA " + name)) {
            return row.getString(1);
        }
    }
}
