package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectoriesTest {
    @TempDir
    private Path root;

    private Path cell;
    private Path precious;

    @BeforeEach
    void make() throws IOException {
        cell = Files.createDirectories(root.resolve("cell"));
        precious = Files.createDirectories(root.resolve("outside")).resolve("precious.txt");
        Files.writeString(precious, "keep me");
    }

    @Test
    void everythingInADirectoryGoesWithIt() throws IOException {
        Files.writeString(Files.createDirectories(cell.resolve("logs/deep")).resolve("a.log"), "x");

        Directories.delete(cell);

        assertThat(cell).doesNotExist();
        assertThat(precious).hasContent("keep me");
    }

    @Test
    void noLinkIsFollowedOutOfTheDirectory() throws IOException {
        Files.createSymbolicLink(cell.resolve("folder"), precious.getParent());
        Files.createSymbolicLink(cell.resolve("file"), precious);
        Files.createSymbolicLink(cell.resolve("nowhere"), root.resolve("gone"));

        Directories.delete(cell);

        assertThat(cell).doesNotExist();
        assertThat(precious).hasContent("keep me");
    }

    @Test
    void aLinkGivenInsteadOfADirectoryIsDeletedAndNotWhatItLeadsTo() throws IOException {
        Path link = Files.createSymbolicLink(root.resolve("link"), precious.getParent());
        Path nowhere = Files.createSymbolicLink(root.resolve("nowhere"), root.resolve("gone"));

        Directories.delete(link);
        Directories.delete(nowhere);

        assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(Files.exists(nowhere, LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(precious).hasContent("keep me");
    }

    @Test
    void whatIsNotThereNeedsNoDeleting() {
        assertThatCode(() -> Directories.delete(root.resolve("none"))).doesNotThrowAnyException();
    }

    @Test
    void whatIsLargerThanACellsEvidenceIsNotCopied() throws IOException {
        Path core = cell.resolve("core");
        setLength(core, Directories.MOST_BYTES);
        assertThat(Directories.tooLarge(cell)).isFalse();

        setLength(core, Directories.MOST_BYTES + 1);

        assertThat(Directories.tooLarge(cell)).isTrue();
        assertThatThrownBy(() -> Directories.copy(cell, root.resolve("copy")))
                .isInstanceOf(IOException.class)
                .hasMessage(cell
                        + " holds more than 512 MiB or 10000 files and folders, which no cell leaves; nothing of it"
                        + " was copied");
        assertThat(root.resolve("copy")).doesNotExist();
    }

    @Test
    void soIsWhatHasMoreFilesThanACell() throws IOException {
        for (int number = 0; number < Directories.MOST_FILES; number++) {
            Files.createFile(cell.resolve(Integer.toString(number)));
        }

        assertThat(Directories.tooLarge(cell)).isTrue();
    }

    /** It takes no room on the disk. */
    private static void setLength(Path file, long bytes) throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(bytes);
        }
    }

    @Test
    void onlyWhatIsNamedIsKept() throws IOException {
        for (String name : List.of("verdict.jsonl", "history.jsonl", "report.txt", "RUNNING")) {
            Files.writeString(cell.resolve(name), name);
        }
        Files.createDirectories(cell.resolve("logs/deep"));

        Directories.keepOnly(cell, List.of("verdict.jsonl", "history.jsonl"), "RUNNING");

        try (var left = Files.list(cell)) {
            assertThat(left.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("verdict.jsonl", "history.jsonl", "RUNNING");
        }
    }
}
