package dev.crashharness.orchestrator.target.leftover;

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

class LeftoversTest {
    private static final Duration LONG_AGO = Duration.ofHours(2);

    @TempDir
    private Path place;

    @Test
    void whatNobodyHasWrittenToForAnHourIsDeletedWithWhatIsInIt() throws Exception {
        Path folder = Files.createDirectory(place.resolve("making1"));
        Files.writeString(folder.resolve("half"), "16 MB");
        aged(folder, LONG_AGO);
        Path file = aged(Files.createFile(place.resolve("making2.tmp")), LONG_AGO);

        Leftovers.delete(place, "making");

        assertThat(folder).doesNotExist();
        assertThat(file).doesNotExist();
    }

    /** Another harness may be at it. */
    @Test
    void whatIsYoungerIsLeftAlone() throws Exception {
        Path file = aged(Files.createFile(place.resolve("making.tmp")), Duration.ofMinutes(50));

        Leftovers.delete(place, "making");

        assertThat(file).exists();
    }

    @Test
    void whatHasAnotherNameAndWhatALinkLeadsToAreLeftAlone() throws Exception {
        Path other = aged(Files.createFile(place.resolve("made.jsa")), LONG_AGO);
        Path target = Files.createDirectory(place.resolve("target"));
        Path kept = Files.createFile(target.resolve("kept"));
        Files.createSymbolicLink(place.resolve("making-link"), target);

        Leftovers.delete(place, "making");

        assertThat(other).exists();
        assertThat(kept).exists();
    }

    @Test
    void aPlaceThatIsNotThereIsNoReasonToFail() {
        assertThatCode(() -> Leftovers.delete(place.resolve("none"), "making")).doesNotThrowAnyException();
    }

    private static Path aged(Path file, Duration age) throws IOException {
        return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
    }
}
