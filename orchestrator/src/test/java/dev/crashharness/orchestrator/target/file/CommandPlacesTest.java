package dev.crashharness.orchestrator.target.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.target.Plain;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Words of commands, and what is said of them when they turn out wrong later. */
class CommandPlacesTest {
    private static final String CHECK = "checks: [{name: one, sql: SELECT 1, database: ledger, expected: 1}]\n";

    @TempDir
    private Path here;

    @Test
    void aWordThatNoProgramCanBeGivenIsRefused() {
        assertThatThrownBy(() -> read("worker: {run: [w, \"a\\0b\"]}\nschema: own\n" + CHECK))
                .hasMessage(here.resolve("mine.yaml")
                        + ":2: a word holds the character NUL, which no program can be given; leave it out");
    }

    @Test
    void aPointThatIsMeantToBeOnesOwnIsToldItsName() {
        assertThatThrownBy(() -> read("points: [charged]\nworker: {run: w}\nschema: own\n" + CHECK))
                .hasMessageStartingWith(
                        here.resolve("mine.yaml")
                                + ":2: unknown point 'charged'; write 'own.charged' for a point of your own; known are before_lease,");
    }

    @Test
    void whatIsWrongWithACommandIsSaidWithItsLine() throws IOException {
        Target target = read("worker:\n  run: w\npublisher: {run: p}\nsetup: s\nschema: own\npoints: own.a\n" + CHECK);

        String file = here.resolve("mine.yaml") + ":";
        assertThat(target.wrong("run", "gone")).isEqualTo(file + "3: gone");
        assertThat(target.wrong("publisher", "gone")).isEqualTo(file + "4: gone");
        assertThat(target.wrong("setup", "gone")).isEqualTo(file + "5: gone");
        assertThat(target.wrong("submit", "gone")).isEqualTo("gone");
        assertThat(target.unnamed("own.a")).isEmpty();
        assertThat(target.unnamed("own.b")).contains(file + "7 does not name it; did you mean 'own.a'?");
        assertThat(target.unnamed("charged"))
                .contains(file + "7 does not name it; add it to points, under a documented name or as own.NAME");
    }

    /** It was filled in when the file was read, and what came of it again when the worker was started. */
    @Test
    void aFolderThatIsCalledLikeAPlaceholderStaysWhatItIs() throws IOException {
        Path folder = Files.createDirectory(here.resolve("{task}"));
        Path file = Files.writeString(
                folder.resolve("mine.yaml"),
                "name: mine\nworker: {run: ['{target}/w', '{task}', '{{task}}']}\nschema: own\n" + CHECK);
        Target target = TargetFiles.find(file.toString(), Plain.TARGETS);

        assertThat(target.workerCommand("run", Map.of("task", "task-1")))
                .containsExactly(folder + "/w", "task-1", "{task}");
    }

    private Target read(String body) throws IOException {
        Path file = Files.writeString(here.resolve("mine.yaml"), "name: mine\n" + body + "\n");
        return TargetFiles.find(file.toString(), Plain.TARGETS);
    }
}
