package dev.crashharness.orchestrator.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.report.run.SavedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is meant by a place alone. */
class CellFolderTest extends Reading {
    @Test
    void theFolderOfACellIsEnoughWhereverItLies() throws IOException {
        save();
        Path elsewhere = Files.createDirectories(run.resolve("elsewhere/copied"));
        for (String name : List.of("verdict.jsonl", "history.jsonl")) {
            Files.copy(run.resolve("cells/1").resolve(name), elsewhere.resolve(name));
        }

        Ended told = execute("explain", elsewhere.toString());
        assertThat(told.exit()).isZero();
        assertThat(told.out()).startsWith("PASS  " + KILLED).contains("Evidence: " + elsewhere);
        assertThat(execute("explain", run.resolve("cells/1").toString()).out()).startsWith("PASS  " + KILLED);
        assertThat(execute("explain", run.toString(), run.resolve("cells/1").toString())
                        .out())
                .startsWith("PASS  " + KILLED);

        Files.delete(elsewhere.resolve("history.jsonl"));
        assertThat(execute("explain", elsewhere.toString()).exit()).isEqualTo(100);
        Files.writeString(elsewhere.resolve("verdict.jsonl"), "{\"v\":1");
        for (String command : List.of("explain", "verify")) {
            assertThat(execute(command, elsewhere.toString()).exit())
                    .as(command)
                    .isEqualTo(100);
        }
    }

    @Test
    void aRunOfOneCellNeedsNoNameAndOneOfSeveralIsAnsweredWithTheLineToType() throws IOException {
        save();

        Ended several = execute("explain", run.toString());
        assertThat(several.exit()).isEqualTo(2);
        assertThat(several.err())
                .singleElement()
                .asString()
                .contains("holds 2 cells", "crash-harness explain " + run + " CELL");
        Path one = Files.createDirectories(run.resolve("one"));
        SavedRuns.of(one, Runs.clean().finish());
        assertThat(execute("explain", one.toString()).out()).startsWith("PASS  " + CLEAN);
    }

    /** A harness was killed while the cell ran. It was answered with "there is no run at crash-results/latest". */
    @Test
    void aHalfWrittenCellIsSaidToBeOneAndAnyOtherFolderIsNone() throws IOException {
        Path half = Files.createDirectories(run.resolve("cells/half"));

        Ended none = execute("explain", half.toString());
        assertThat(none.exit()).isEqualTo(2);
        assertThat(none.err()).singleElement().asString().contains("neither a run nor a cell of one in " + half);
        Files.writeString(half.resolve("RUNNING"), "1");
        Ended unfinished = execute("explain", half.toString());
        assertThat(unfinished.exit()).isEqualTo(100);
        assertThat(unfinished.err()).singleElement().asString().contains("its cell did not come to a verdict");
    }
}
