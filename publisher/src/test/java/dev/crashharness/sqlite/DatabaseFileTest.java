package dev.crashharness.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.sqlite.DatabaseRefusedException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DatabaseFileTest {
    private static final String SCHEMA = "CREATE TABLE note (text TEXT);";

    @TempDir
    private Path directory;

    @Test
    void aMissingFileIsNamedAndNotMade() {
        DatabaseFile file = file("none.sqlite");

        assertRefused(Reason.MISSING, file::open, "there is no test store at " + file.path());
        assertRefused(Reason.MISSING, file::openReadOnly, "there is no test store at");
        assertRefused(Reason.MISSING, file::requireHeader, "there is no test store at");
        assertThat(file.path()).doesNotExist();
    }

    @Test
    void aMissingFolderIsNamedAndNotMade() {
        DatabaseFile file = file("none/new.sqlite");

        assertRefused(Reason.MISSING, () -> file.openOrCreate(SCHEMA), "the folder " + directory.resolve("none"));
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aFolderIsNoDatabase() throws IOException {
        Files.createDirectory(directory.resolve("folder"));
        DatabaseFile file = file("folder");

        assertRefused(Reason.FOREIGN, file::open, "it is a folder");
        assertRefused(Reason.FOREIGN, () -> file.openOrCreate(SCHEMA), "it is a folder");
    }

    @Test
    void aForeignApplicationIdIsRefusedByEachWayIn() throws Exception {
        DatabaseFile file = file("foreign.sqlite");
        Sql.run(file.path(), "PRAGMA application_id = 255; " + SCHEMA);
        byte[] before = Files.readAllBytes(file.path());

        for (ThrowingCallable way : List.<ThrowingCallable>of(
                file::open, () -> file.openOrCreate(SCHEMA), file::openReadOnly, file::requireHeader)) {
            assertRefused(Reason.FOREIGN, way, "its application_id is 0x000000ff, expected 0x43485454");
        }

        assertThat(file.path()).hasBinaryContent(before);
    }

    @Test
    void whatIsNoDatabaseIsRefusedByEachWayIn() throws Exception {
        DatabaseFile file = file("notes.txt");
        Files.writeString(file.path(), "Dear diary");

        for (ThrowingCallable way : List.<ThrowingCallable>of(
                file::open, () -> file.openOrCreate(SCHEMA), file::openReadOnly, file::requireHeader)) {
            assertRefused(Reason.FOREIGN, way, "it is not a SQLite database");
        }

        assertThat(file.path()).hasContent("Dear diary");
    }

    @Test
    void anEmptyFileIsAPlaceForANewDatabase() throws Exception {
        DatabaseFile file = file("empty.sqlite");
        Files.createFile(file.path());

        file.openOrCreate(SCHEMA).close();

        file.requireHeader();
        assertThat(Sql.rows(file.path(), "SELECT * FROM note")).isEmpty();
    }

    @Test
    void anExistingFileIsOpenedAndNotMadeAgain() throws Exception {
        DatabaseFile file = file("a.sqlite");
        create(file, "kept");

        try (Connection connection = file.openOrCreate(SCHEMA)) {
            assertThat(Sql.rows(connection, "SELECT text FROM note")).containsExactly("kept");
        }
    }

    @Test
    void anOverwrittenFirstPageIsNoDatabaseAnyMore() throws Exception {
        DatabaseFile file = file("a.sqlite");
        create(file, "kept");
        overwrite(file, 0, 16);

        assertRefused(Reason.FOREIGN, file::openReadOnly, "it is not a SQLite database");
    }

    @Test
    void anOverwrittenSchemaIsDamageAndNoForeignFile() throws Exception {
        DatabaseFile file = file("a.sqlite");
        create(file, "kept");
        overwrite(file, 100, 3996);

        assertRefused(Reason.DAMAGED, file::open, "is damaged ([SQLITE_CORRUPT]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"two words.sqlite", "what?.sqlite", "50%.sqlite", "%41.sqlite", "no#1.sqlite", "Überfluß.db"})
    void anyNameIsANameForADatabase(String name) throws Exception {
        DatabaseFile file = file(name);

        create(file, "kept");

        try (Connection connection = file.openReadOnly()) {
            assertThat(Sql.rows(connection, "SELECT text FROM note")).containsExactly("kept");
        }
        file.requireHeader();
        try (var all = Files.list(directory)) {
            assertThat(all).allSatisfy(each -> assertThat(each.getFileName().toString())
                    .startsWith(name));
        }
    }

    @Test
    void readingSeesRowsThatLieOnlyInTheWalAndLeavesItInPlace() throws Exception {
        DatabaseFile file = file("live.sqlite");
        try (Connection writer = file.openOrCreate(SCHEMA)) {
            Sql.run(writer, "INSERT INTO note VALUES ('only in the wal')");
            Path copy = copyWithWal(file.path());
            long walBytes = Files.size(wal(copy));

            try (Connection reader = file("copy.sqlite").openReadOnly()) {
                assertThat(Sql.rows(reader, "SELECT text FROM note")).containsExactly("only in the wal");
            }

            assertThat(wal(copy)).hasSize(walBytes);
        }
    }

    @Test
    void readingCannotWrite() throws Exception {
        DatabaseFile file = file("a.sqlite");
        create(file, "kept");

        try (Connection reader = file.openReadOnly()) {
            assertThatThrownBy(() -> Sql.run(reader, "DELETE FROM note"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("readonly");
        }
    }

    /** Two submits at once: the second found the first one's tables and failed on them. */
    @Test
    @Timeout(60)
    void manyWhoCreateTheSameFileAtOnceAllFindItMade() throws Exception {
        for (int round = 0; round < 20; round++) {
            DatabaseFile file = file("race-" + round + ".sqlite");
            List<CompletableFuture<Void>> creators = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                creators.add(CompletableFuture.runAsync(() -> {
                    try (Connection connection = file.openOrCreate(SCHEMA)) {
                        Sql.run(connection, "INSERT INTO note VALUES ('here')");
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                }));
            }
            for (CompletableFuture<Void> creator : creators) {
                creator.get(30, TimeUnit.SECONDS);
            }
            assertThat(Sql.rows(file.path(), "SELECT count(*) FROM note")).containsExactly("4");
        }
    }

    private void assertRefused(Reason reason, ThrowingCallable opening, String sentence) {
        assertThatThrownBy(opening)
                .isInstanceOfSatisfying(DatabaseRefusedException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(reason))
                .hasMessageContaining(sentence);
    }

    private DatabaseFile file(String name) {
        return new DatabaseFile(directory.resolve(name), 0x43485454, "test store");
    }

    private static void create(DatabaseFile file, String text) throws SQLException {
        try (Connection connection = file.openOrCreate(SCHEMA)) {
            Sql.run(connection, "INSERT INTO note VALUES ('" + text + "')");
        }
    }

    private static void overwrite(DatabaseFile file, int offset, int length) throws IOException {
        try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap("\u00ff".repeat(length).getBytes(StandardCharsets.ISO_8859_1)), offset);
        }
    }

    private Path copyWithWal(Path database) throws IOException {
        Path copy = Files.copy(database, directory.resolve("copy.sqlite"));
        Files.copy(wal(database), wal(copy));
        return copy;
    }

    private static Path wal(Path database) {
        return database.resolveSibling(database.getFileName() + "-wal");
    }
}
