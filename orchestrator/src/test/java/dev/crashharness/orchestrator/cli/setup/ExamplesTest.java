package dev.crashharness.orchestrator.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.crashharness.orchestrator.cli.CommandLineInterface;
import dev.crashharness.orchestrator.cli.setup.ExampleLines.Line;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No command that is shown to people is misspelled; whether it does what it says is asked by {@code ExamplesIT}. */
class ExamplesTest {
    private static final Path README = Path.of("..", "README.md");

    static Stream<Line> all() throws IOException {
        return Stream.of(
                        ExampleLines.ofHelp().stream(),
                        ExampleLines.ofReadme(README).stream(),
                        ExampleLines.insideReadmesText(README))
                .flatMap(lines -> lines);
    }

    @ParameterizedTest
    @MethodSource("all")
    void eachShownCommandIsUnderstood(Line line) {
        assertThatCode(() ->
                        CommandLineInterface.parser().parseArgs(line.words().toArray(String[]::new)))
                .doesNotThrowAnyException();
    }

    @Test
    void thereAreExamplesInEachPlace() throws IOException {
        assertThat(ExampleLines.ofReadme(README)).hasSizeGreaterThan(8);
        assertThat(ExampleLines.insideReadmesText(README)).hasSizeGreaterThan(4);
    }

    /** Unbroken: a line that is too long for the help is two lines when it is copied. */
    @Test
    void eachCommandHasExamplesBelowItsHelp() {
        var commands = CommandLineInterface.parser().getSubcommands();

        assertThat(Examples.all()).containsOnlyKeys(commands.keySet());
        assertThat(commands).allSatisfy((name, command) -> assertThat(command.getUsageMessage())
                .contains("Examples:\n  " + String.join("\n  ", Examples.all().get(name)) + "\n"));
    }

    /** So that the list does not outlive what it names. */
    @Test
    void whatIsTooLongToBeRunIsShownSomewhere() {
        assertThat(ExampleLines.ofHelp())
                .extracting(Line::text)
                .containsAll(ExampleLines.TOO_LONG)
                .doesNotHaveDuplicates();
    }
}
