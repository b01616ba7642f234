package dev.crashharness.orchestrator.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crashharness.orchestrator.cli.Cli;
import dev.crashharness.orchestrator.cli.setup.ExampleLines.Line;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is shown to people is typed into a shell, in its order and in one folder, with crash-harness on the PATH. */
@Timeout(900)
class ExamplesIT extends Cli {
    private static final Path README = LAUNCHER.resolveSibling("../README.md");

    /** 101 is its answer on a machine that is short of memory; the example is right all the same. */
    private static final List<Integer> OF_THE_DOCTOR = List.of(0, 101);

    @Test
    void theCommandsOfTheReadmeDoWhatItSays() throws Exception {
        runAll(ExampleLines.ofReadme(README));

        assertThat(Files.readString(cwd().resolve("crash-matrix.yaml"))).startsWith("# yaml-language-server: ");
        assertThat(inspected().get("state").asText()).isEqualTo("succeeded");
    }

    @Test
    void theExamplesBelowEachHelpDoWhatTheySay() throws Exception {
        runAll(ExampleLines.ofHelp());

        assertThat(names(cwd()))
                .contains(
                        ".github",
                        "crash-matrix.yaml",
                        "crash-results",
                        "crash-harness.zsh",
                        "mine.schema.json",
                        "points.yaml",
                        "rendered");
    }

    private JsonNode inspected() throws Exception {
        return JSON.readTree(
                ok("inspect", "--db", "crash.sqlite", "--format", "json").text());
    }

    private void runAll(List<Line> lines) throws Exception {
        assertThat(lines).filteredOn(Line::run).hasSizeGreaterThan(5);
        for (Line line : lines) {
            if (line.run()) {
                Ended ended = typed(line.text());
                assertThat(expected(line)).as("%s: %s", line.text(), ended).contains(ended.exit());
            }
        }
    }

    private static List<Integer> expected(Line line) {
        return line.words().get(0).equals("doctor") ? OF_THE_DOCTOR : List.of(line.exit());
    }

    /** At the prompt of a shell; it has no input, which is what an example with {@code --hold} takes for Enter. */
    private Ended typed(String line) throws Exception {
        String path = LAUNCHER.getParent() + ":" + System.getenv("PATH");
        Started shell = start(Map.of("PATH", path), List.of("bash", "-c"), line);
        shell.process().getOutputStream().close();
        return shell.end();
    }
}
