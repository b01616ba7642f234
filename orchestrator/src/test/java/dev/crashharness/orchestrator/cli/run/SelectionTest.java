package dev.crashharness.orchestrator.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.past.SavedRuns;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.report.run.TestedTarget;
import dev.crashharness.orchestrator.schedule.plan.CellFilter;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Which earlier run is meant, and what a person is told who meant another one. */
class SelectionTest {
    private static final String HOME = "crashharness.home";
    private static final String OWN =
            """
            name: t
            worker: {run: w, submit: s}
            schema: own
            checks: [{name: one_effect, command: c}]
            """;

    @TempDir
    private Path out;

    @Command
    private static final class Options {
        @Mixin
        private RunOptions run;
    }

    @BeforeEach
    void installed() {
        System.setProperty(HOME, "..");
    }

    @AfterEach
    void uninstalled() {
        System.clearProperty(HOME);
    }

    @Test
    void whereOnlyAnotherTargetWasRunTheLineToTypeIsPrinted() throws IOException {
        run("a", "2026-01-01", "mutant:M05");

        assertThatThrownBy(() -> select(Map.of(), "--last-failed"))
                .isInstanceOf(UsageException.class)
                .hasMessage("there is no run of three against bundled below " + out + "; the latest is against"
                        + " mutant:M05: crash-harness matrix --last-failed --target mutant:M05");
        assertThatThrownBy(() -> select(
                        Map.of(Wish.NAME, "three", "--filter", "blind/*", "--out", out.toString()), "--last-failed"))
                .hasMessageEndingWith(": crash-harness matrix three --last-failed --filter 'blind/*' --out " + out
                        + " --target mutant:M05");
    }

    @Test
    void whereNothingWasRunThatIsSaid() {
        assertThatThrownBy(() -> select(Map.of(), "--last-failed"))
                .hasMessage("there is no run of three against bundled below " + out
                        + "; run it without --last-failed first");
    }

    @Test
    void aLaterRunAgainstAnotherTargetIsNotPassedOverInSilence() throws IOException {
        SavedRuns.finish(run("a", "2026-01-01", "bundled"), "blind/none", Verdict.PASS);

        assertThat(select(Map.of(), "--last-failed").notes()).isEmpty();
        run("b", "2026-01-02", "my target.yaml");
        Selection selection = select(Map.of(), "--last-failed");

        assertThat(selection.cells()).hasSize(2);
        assertThat(selection.notes())
                .containsExactly("--last-failed is of the latest run of three against bundled; a later one is against"
                        + " my target.yaml: crash-harness matrix --last-failed --target 'my target.yaml'");
    }

    @Test
    void aRunWhoseTargetFileIsNotHereIsNotResumedAndItIsSaidWhereItWouldBe() throws IOException {
        Path run = run("a", "2026-01-01", "elsewhere/target.yaml");

        assertThatThrownBy(() -> select(Map.of(), "--resume", run.toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("its target is elsewhere/target.yaml, but there is no target file")
                .hasMessageEndingWith("; run the command in the directory from which the run was started");
    }

    @Test
    void aRunWhoseTargetWasEditedSinceIsNotResumed() throws IOException {
        Path target = Files.writeString(out.resolve("t.yaml"), OWN + "expect: {violation: one_effect}\n");
        Path run = run("a", "2026-01-01", target.toString());
        SavedRuns.change(
                run,
                Json.MAPPER.valueToTree(
                        TestedTarget.of(Harness.planning(target.toString())).facts()));
        assertThat(select(Map.of(), "--resume", run.toString()).cells()).hasSize(3);

        Files.writeString(target, OWN);
        assertThatThrownBy(() -> select(Map.of(), "--resume", run.toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(
                        "cannot resume " + run + ": its target " + target
                                + " is another now, then and now differ in expect 'one_effect' and 'nothing' and in target_sha256")
                .hasMessageEndingWith("; start a new run");
    }

    @Test
    void aRunThatDoesNotSayWhatItsTargetFileWasIsNotResumed() throws IOException {
        Path target = Files.writeString(out.resolve("t.yaml"), OWN);
        Path run = run("a", "2026-01-01", target.toString());
        SavedRuns.change(run, Json.MAPPER.createObjectNode().put("schema", "own"));

        assertThatThrownBy(() -> select(Map.of(), "--resume", run.toString()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("'not on record' and '");
    }

    /** It takes no verdict over, so the file may have been mended; the cells are those of today's target. */
    @Test
    void theFailedCellsAreThoseThatTheEditedTargetCanHave() throws IOException {
        Path target = Files.writeString(out.resolve("t.yaml"), OWN.replace("own", "documented"));
        run("a", "2026-01-01", target.toString());
        Files.writeString(target, OWN + "contracts: [blind]\n");

        Selection selection = select(Harness.planning(target.toString()), Map.of(), "--last-failed");

        assertThat(selection.cells())
                .extracting(planned -> planned.cell().print())
                .containsExactly("blind/none");
        assertThat(selection.cells().get(0).forecast()).isEmpty();
        assertThat(selection.notes())
                .containsExactly(
                        "2 cells are left out: the target does not have the contract fenced, the point after_send");
    }

    private Path run(String id, String startedAt, String target) throws IOException {
        Path run = SavedRuns.run(out.resolve("three").resolve(id));
        SavedRuns.change(
                run, Json.MAPPER.createObjectNode().put("started_at", startedAt).put("target", target));
        return run;
    }

    private Selection select(Map<String, String> typed, String... options) throws IOException {
        return select(Harness.planning("bundled"), typed, options);
    }

    private Selection select(Target target, Map<String, String> typed, String... options) throws IOException {
        Options parsed = new Options();
        new CommandLine(parsed).parseArgs(options);
        List<PlannedCell> cells = SavedRuns.MATRIX.stream().map(PlannedCell::of).toList();
        Wish wish = new Wish(
                () -> new Wish.Loaded("three", cells, List.of()),
                new CellFilter("*"),
                target,
                1,
                false,
                1,
                out,
                parsed.run,
                new HashMap<>(typed));
        return Selection.of(wish, Map.of());
    }
}
