package dev.crashharness.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sizes a reader can keep in mind, over the sources of all modules. */
class SourceTreeTest {
    private static final int MOST_LINES = 250;
    private static final int MOST_FILES = 12;

    private static Map<Path, List<Path>> filesByFolder;

    @BeforeAll
    static void walk() {
        // Surefire runs in the module's own folder.
        Path root = Path.of("").toAbsolutePath().getParent();
        assertThat(root.resolve("harness-scripts/crash-harness")).exists();
        filesByFolder = Stream.of("publisher", "worker", "orchestrator")
                .flatMap(module -> sources(root.resolve(module)).stream())
                .collect(Collectors.groupingBy(Path::getParent));
        assertThat(filesByFolder).hasSizeGreaterThan(30);
    }

    @Test
    void noFileIsLongerThanAScreenful() {
        assertThat(filesByFolder.values().stream().flatMap(List::stream))
                .allSatisfy(file -> assertThat(Files.readAllLines(file))
                        .as("lines of %s", file)
                        .hasSizeLessThanOrEqualTo(MOST_LINES));
    }

    @Test
    void noPackageHasMoreThanADozenFiles() {
        assertThat(filesByFolder)
                .allSatisfy((folder, files) ->
                        assertThat(files).as("files of %s", folder).hasSizeLessThanOrEqualTo(MOST_FILES));
    }

    @Test
    void everyPackageSaysWhatItIsFor() {
        assertThat(filesByFolder.keySet().stream()
                        .filter(folder -> folder.toString().contains("/src/main/")))
                .allSatisfy(folder ->
                        assertThat(folder.resolve("package-info.java")).exists());
    }

    /** What a user has typed reaches a child as words: the one shell there is gets numbers only, the other place looks. */
    @Test
    void aShellIsNamedByTheSenderOfSignalsAndTheDoctorOnly() {
        Pattern shell = Pattern.compile("\"(/usr)?(/bin/)?(ba|da|k|z)?sh\"");

        assertThat(filesByFolder.values().stream()
                        .flatMap(List::stream)
                        .filter(file -> file.toString().contains("/src/main/"))
                        .filter(file -> shell.matcher(text(file)).find()))
                .extracting(file -> file.getFileName().toString())
                .containsExactlyInAnyOrder("SignalShell.java", "Doctor.java");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> sources(Path module) {
        try (Stream<Path> files = Files.walk(module.resolve("src"))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
