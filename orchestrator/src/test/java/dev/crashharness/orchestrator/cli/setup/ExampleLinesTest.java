package dev.crashharness.orchestrator.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cli.setup.ExampleLines.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which lines count as commands; {@code ExamplesIT} runs those that are found. */
class ExampleLinesTest {
    @TempDir
    private Path home;

    @Test
    void commandsAreTakenFromFencedAndIndentedBlocksOnly() throws IOException {
        Path readme = Files.writeString(
                home.resolve("README.md"),
                """
                Run crash-harness points in the text.

                    harness-scripts/crash-harness points

                ```
                crash-harness run --db a.sqlite   # exit 75: killed
                PASS succeeded g1 e1
                sleep 2; crash-harness run --db a.sqlite
                source <(crash-harness completion bash)
                ```

                <!-- the tests only parse these: minutes -->

                    crash-harness matrix nightly

                Again `crash-harness cells 'my matrix'` in the text.

                    crash-harness demo
                """);

        assertThat(ExampleLines.ofReadme(readme))
                .containsExactly(
                        new Line("harness-scripts/crash-harness points", true),
                        new Line("crash-harness run --db a.sqlite   # exit 75: killed", true),
                        new Line("sleep 2; crash-harness run --db a.sqlite", true),
                        new Line("source <(crash-harness completion bash)", true),
                        new Line("crash-harness matrix nightly", false),
                        new Line("crash-harness demo", true));
        assertThat(ExampleLines.insideReadmesText(readme))
                .extracting(Line::words)
                .containsExactly(List.of("cells", "my matrix"));
    }

    @Test
    void aCommentSaysWhichExitIsRight() {
        assertThat(new Line("crash-harness run   # exit 75: killed", true).exit())
                .isEqualTo(75);
        assertThat(new Line("crash-harness run   # takes over; exit 0", true).exit())
                .isZero();
        assertThat(new Line("crash-harness run", true).exit()).isZero();
    }

    @Test
    void wordsAreThoseOfTheShell() {
        assertThat(new Line("sleep 2; crash-harness matrix mine --filter 'fenced/*'   # some", true).words())
                .containsExactly("matrix", "mine", "--filter", "fenced/*");
        assertThat(new Line("source <(crash-harness completion bash)", true).words())
                .containsExactly("completion", "bash");
        assertThat(new Line("crash-harness schema matrix >a.json", true).words())
                .containsExactly("schema", "matrix");
    }
}
