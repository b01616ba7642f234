package dev.crashharness.orchestrator.control.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tutorial's workers stand on the snippets as they are shown, so that what is read is what is run. */
class SnippetTest {
    private static final Path TUTORIAL = Path.of("..", "harness-scripts", "targets", "tutorial");

    @ParameterizedTest
    @CsvSource({
        "PYTHON, python/crashpoint.py",
        "NODE, node/crashpoint.mjs",
        "GO, go/crashpoint.go",
        "BASH, bash/crashpoint.bash"
    })
    void theTutorialUsesWhatThePageShows(Snippet snippet, String file) throws Exception {
        assertThat(Files.readAllLines(TUTORIAL.resolve(file))).isEqualTo(snippet.lines());
    }
}
