package dev.crashharness.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of makers that were killed before their database had its name. */
class StaleFilesTest {
    private static final String UUID = "-3f0c1c5e-0000-0000-0000-000000000001";
    private static final Duration OLD = Duration.ofHours(1);

    @TempDir
    private Path directory;

    /** Above what any kernel gives out (2^22). */
    private final String dead = "999999999";

    @Test
    void theNextMakerRemovesWhatADeadOneHasLeft() throws Exception {
        Path database = left("a.sqlite.making-" + dead + UUID, OLD);
        Path wal = left("a.sqlite.making-" + dead + UUID + "-wal", OLD);

        make("a.sqlite");

        assertThat(database).doesNotExist();
        assertThat(wal).doesNotExist();
        assertThat(directory).isDirectoryContaining("glob:**a.sqlite").isDirectoryNotContaining("glob:**making*");
    }

    /** It lay there for ever: who opens a file that is there makes none. */
    @Test
    void theSecondNameOfADatabaseThatItsMakerCouldNotTakeAwayGoesWhenItIsOpenedNext() throws Exception {
        make("a.sqlite");
        Path database = directory.resolve("a.sqlite");
        Sql.run(database, "INSERT INTO note VALUES ('kept')");
        Path second = Files.createLink(directory.resolve("a.sqlite.making-" + dead + UUID), database);
        Files.setLastModifiedTime(second, FileTime.from(Instant.now().minus(OLD)));

        make("a.sqlite");

        assertThat(second).doesNotExist();
        assertThat(Sql.rows(database, "SELECT text FROM note")).containsExactly("kept");
    }

    /** Of a maker that was killed between giving the database its name and taking the lock away. */
    @Test
    void theLockOfADatabaseThatHasItsNameGoes() throws Exception {
        make("a.sqlite");
        Path lock = left("a.sqlite.making-lock", OLD);

        make("a.sqlite");

        assertThat(lock).doesNotExist();
    }

    /** Somebody may hold it, and move what he has made over the empty file; a second lock would let in a second. */
    @Test
    void theLockOfAnEmptyFileStaysHoweverOldItIs() throws Exception {
        Path database = Files.createFile(directory.resolve("a.sqlite"));
        Path lock = left("a.sqlite.making-lock", OLD);

        StaleFiles.removeBeside(database);

        assertThat(lock).exists();
    }

    @Test
    void aYoungLockStays() throws Exception {
        make("a.sqlite");
        Path lock = left("a.sqlite.making-lock", Duration.ZERO);

        make("a.sqlite");

        assertThat(lock).exists();
    }

    /** A folder that may be written to and not listed kept everybody from a database that could be opened. */
    @Test
    void aFolderThatCannotBeListedKeepsNobodyOut() {
        Path unlisted = directory.resolve("no folder/a.sqlite");

        assertThatCode(() -> StaleFiles.removeBeside(unlisted)).doesNotThrowAnyException();
    }

    @Test
    void whatALivingMakerIsMakingStays() throws Exception {
        Path mine = left("a.sqlite.making-" + ProcessHandle.current().pid() + UUID, OLD);

        make("a.sqlite");

        assertThat(mine).exists();
    }

    /** In another container the maker may live, unseen. */
    @Test
    void whatIsYoungStaysWhoeverMadeIt() throws Exception {
        Path young = left("a.sqlite.making-" + dead + UUID, Duration.ZERO);

        make("a.sqlite");

        assertThat(young).exists();
    }

    @Test
    void whatIsNotOursOrOfAnotherDatabaseStays() throws Exception {
        Path other = left("b.sqlite.making-" + dead + UUID, OLD);
        Path notes = left("a.sqlite.making-of", OLD);

        make("a.sqlite");

        assertThat(other).exists();
        assertThat(notes).exists();
    }

    private Path left(String name, Duration ago) throws IOException {
        Path file = Files.writeString(directory.resolve(name), "half a database");
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(ago)));
        return file;
    }

    private void make(String name) throws Exception {
        new DatabaseFile(directory.resolve(name), 0x43485454, "test store")
                .openOrCreate("CREATE TABLE note (text TEXT);")
                .close();
    }
}
