package dev.crashharness.orchestrator.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NativeLibraryTest {
    @TempDir
    private Path directory;

    private final String userHome = System.getProperty("user.home");
    private Installation installation;

    @BeforeEach
    void moveHome() throws IOException {
        System.setProperty("user.home", directory.resolve("user").toString());
        installation = new Installation(Files.createDirectory(directory.resolve("home")), Path.of("java"));
    }

    @AfterEach
    void moveHomeBack() {
        System.setProperty("user.home", userHome);
    }

    @Test
    void theLibraryIsExtractedWholeAndNothingElseIsLeftBesideIt() throws IOException {
        NativeLibrary library = NativeLibrary.provide(installation);

        assertThat(library.directory()).startsWith(directory.resolve("home/orchestrator/target/native"));
        assertThat(library.directory().resolve(library.name())).isNotEmptyFile();
        assertThat(library.directory()).isDirectoryContaining(each -> each.endsWith(library.name()));
        try (var files = Files.list(library.directory())) {
            assertThat(files).hasSize(1);
        }
        assertThat(library.jvmOptions())
                .containsExactly(
                        "-Dorg.sqlite.lib.path=" + library.directory(), "-Dorg.sqlite.lib.name=" + library.name());
    }

    @Test
    void aLibraryThatIsThereIsNotExtractedAgain() throws IOException {
        NativeLibrary first = NativeLibrary.provide(installation);
        Path file = first.directory().resolve(first.name());
        Files.writeString(file, "loaded by another process");

        assertThat(NativeLibrary.provide(installation)).isEqualTo(first);

        assertThat(file).hasContent("loaded by another process");
    }

    /** A harness that was killed at it left one for ever. */
    @Test
    void whatAKilledHarnessHasExtractedHalfIsGoneAfterAnHour() throws IOException {
        Path folder = NativeLibrary.provide(installation).directory();
        Path old = Files.createFile(folder.resolve("extracting1.tmp"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Path young = Files.createFile(folder.resolve("extracting2.tmp"));

        NativeLibrary.provide(installation);

        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }

    @Test
    void aCheckoutThatCannotBeWrittenIsPassedOverForTheUsersCache() throws IOException {
        Files.writeString(directory.resolve("home/orchestrator"), "a file where a folder would have to be");

        assertThat(NativeLibrary.provide(installation).directory())
                .startsWith(directory.resolve("user/.cache/crash-harness"));
    }

    @Test
    void whenNoPlaceCanBeWrittenBothAreNamed() throws IOException {
        Files.writeString(directory.resolve("home/orchestrator"), "no folder");
        Files.writeString(directory.resolve("user"), "no folder");

        assertThatThrownBy(() -> NativeLibrary.provide(installation))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be stored in any of")
                .hasMessageContaining("home/orchestrator/target/native")
                .hasMessageContaining("user/.cache/crash-harness");
    }
}
