package dev.crashharness.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An empty file is a place for a new database, and two may find it at the same time. */
@Timeout(60)
final class EmptyFileTest {
    private static final int APPLICATION_ID = 0x43485454;
    private static final String SCHEMA = "CREATE TABLE note (text TEXT);";

    @TempDir
    private Path directory;

    /** The test is the first of two, and holds the lock under which it looks and moves. */
    @Test
    void theSecondWhoSawAnEmptyFileDoesNotReplaceWhatTheFirstHasStored() throws Exception {
        Path database = Files.createFile(directory.resolve("a.sqlite"));
        Path made = directory.resolve("made");
        Sql.run(made, "PRAGMA application_id = " + APPLICATION_ID + ";" + SCHEMA + "INSERT INTO note VALUES ('first')");
        FutureTask<Void> second = new FutureTask<>(() -> store(database, "second"), null);

        try (Connection lock = DriverManager.getConnection("jdbc:sqlite:" + database + ".making-lock")) {
            Sql.run(lock, "BEGIN IMMEDIATE");
            Thread thread = new Thread(second, "second");
            thread.setDaemon(true);
            thread.start();
            // It has seen the empty file by then, and cannot get past the lock.
            await().failFast("it did not wait", second::isDone).until(() -> isIn(thread, "replaceEmpty"));
            Files.move(made, database, StandardCopyOption.ATOMIC_MOVE);
            Sql.run(lock, "COMMIT");
        }
        second.get(30, TimeUnit.SECONDS);

        assertThat(Sql.rows(database, "SELECT text FROM note")).containsExactly("first", "second");
        assertThat(directory).isDirectoryNotContaining("glob:**making*");
    }

    private static boolean isIn(Thread thread, String method) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals(method));
    }

    private static void store(Path database, String text) {
        DatabaseFile file = new DatabaseFile(database, APPLICATION_ID, "test store");
        try (Connection connection = file.openOrCreate(SCHEMA)) {
            Sql.run(connection, "INSERT INTO note VALUES ('" + text + "')");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
