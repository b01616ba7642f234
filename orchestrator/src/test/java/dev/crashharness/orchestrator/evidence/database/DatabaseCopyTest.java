package dev.crashharness.orchestrator.evidence.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseCopyTest {
    @TempDir
    private Path here;

    @Test
    void whatBelongsToItIsCopiedWithItAndWhatIsOfAnEarlierCopyGoes() throws IOException {
        Path database = Files.writeString(here.resolve("a.sqlite"), "d");
        Files.writeString(here.resolve("a.sqlite-wal"), "w");
        Path copies = Files.createDirectory(here.resolve("copies"));
        Files.writeString(copies.resolve("a.sqlite-journal"), "old");

        assertThat(DatabaseCopy.into(copies, database)).hasContent("d");
        assertThat(copies.resolve("a.sqlite-wal")).hasContent("w");
        assertThat(copies.resolve("a.sqlite-journal")).doesNotExist();
    }

    /** A worker that made a pipe of its store had the harness read it for ever; a link brought files of somebody else's. */
    @Test
    void whatIsNoRegularFileIsNotCopied() throws IOException {
        Path elsewhere = Files.writeString(here.resolve("secret"), "s");
        Path link = Files.createSymbolicLink(here.resolve("b.sqlite"), elsewhere);
        Path database = Files.writeString(here.resolve("c.sqlite"), "d");
        Files.createDirectory(here.resolve("c.sqlite-wal"));

        assertRefused(link, link);
        assertRefused(database, here.resolve("c.sqlite-wal"));
    }

    private void assertRefused(Path database, Path part) {
        Path copies = here.resolve("copies");
        assertThatThrownBy(() -> DatabaseCopy.into(copies, database))
                .isInstanceOf(IOException.class)
                .hasMessage(part + " is no regular file, so it cannot be copied as a database");
    }
}
