package dev.crashharness.orchestrator.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.report.run.SavedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is printed to be typed, and what was typed and cannot be used. */
class TypedAgainTest extends Reading {
    @Test
    void aCommandThatIsSuggestedCanBeTypedWhateverTheRunIsCalled() throws IOException {
        Path spaced = Files.createDirectory(run.resolve("it's a run"));
        SavedRuns.of(spaced, Runs.clean().finish(), Runs.killedAfterEffect().finish());
        String quoted = "'" + run + "/it'\\''s a run'";

        assertThat(execute("explain", spaced.toString()).err())
                .singleElement()
                .asString()
                .contains("crash-harness explain " + quoted + " CELL");
        Files.delete(spaced.resolve("cells/0/history.jsonl"));
        assertThat(execute("verdicts", spaced.toString()).err())
                .singleElement()
                .asString()
                .endsWith("crash-harness verify " + quoted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/proc/x", "below/a/file"})
    void aReportThatCannotBeWrittenThereIsRefused(String where) throws IOException {
        save();
        Files.writeString(run.resolve("below"), "");

        Ended refused = read("report", "--out", run.resolve(where).toString());

        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err())
                .singleElement()
                .asString()
                .contains("--out is ")
                .doesNotContain("Exception");
        assertThat(refused.out()).isEmpty();
    }

    @Test
    void aNameThatNoFileCanHaveIsRefusedInWords() {
        Ended refused = execute("verify", "a\u0000b");

        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err().get(0))
                .contains("cannot be the name of a file: Nul character not allowed")
                .doesNotContain("Exception");
    }

    /** It named classes of this program. */
    @Test
    void aLineThatIsNoVerdictIsSaidInTheWordsOfTheFile() throws IOException {
        save();
        Path log = run.resolve("verdicts.jsonl");
        Files.writeString(log, text("verdicts.jsonl").replaceFirst("\"verdict\":\"PASS\"", "\"verdict\":\"FINE\""));

        assertThat(read("verdicts").err())
                .containsExactly(
                        "crash-harness: line 1 of " + log + " is not a verdict: its field 'verdict' is not understood");
    }
}
