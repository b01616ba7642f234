package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cell.CellPlan;
import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.Plain;
import dev.crashharness.orchestrator.target.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExaminationTest {
    private static final Target MUTANT = Plain.TARGETS.find("mutant:M05");

    @TempDir
    private Path directory;

    /** A full disk must not end the matrix, nor leave the cell without a verdict. */
    @Test
    void aCellWhoseEvidenceCannotBeKeptIsAnErrorAndHasItsVerdict() throws Exception {
        Path evidence =
                Files.writeString(directory.resolve("in-the-way"), "a file").resolve("cell");
        PlannedCell planned = PlannedCell.of(Cell.parse("blind/worker@after_send"));
        CellPlan plan = new CellPlan(
                planned.cell(), MUTANT, evidence, Optional.empty(), false, Duration.ofSeconds(60), Hold.NOT);

        VerdictRecord verdict = Examination.verdict(planned, plan, null, false);

        assertThat(verdict.verdict()).isEqualTo(Verdict.ERROR);
        assertThat(verdict.reason()).isEqualTo("harness_failed");
        assertThat(verdict.message()).startsWith("the evidence in " + evidence + " could not be kept: ");
        assertThat(verdict.taskState()).isEqualTo("unreadable");
        assertThat(verdict.reproduce())
                .isEqualTo("crash-harness reproduce 'blind/worker@after_send' --target mutant:M05");
        assertThat(verdict.dir()).isEqualTo("cells/cell");
    }

    /** Without a launcher nothing can be started, which nobody expects: it costs the cell, not the matrix. */
    @Test
    void whatNobodyExpectsIsAnErrorOfItsCell() throws Exception {
        PlannedCell planned = PlannedCell.of(Cell.parse("blind/worker@after_send"));
        Path evidence = directory.resolve("cell");
        CellPlan plan = new CellPlan(
                planned.cell(), MUTANT, evidence, Optional.empty(), false, Duration.ofSeconds(60), Hold.NOT);

        VerdictRecord verdict = Examination.verdict(planned, plan, null, false);

        assertThat(verdict.verdict()).isEqualTo(Verdict.ERROR);
        assertThat(verdict.reason()).isEqualTo("harness_failed");
        assertThat(verdict.message())
                .startsWith("the harness met what it does not expect, java.lang.NullPointerException: ")
                .contains("logs/harness.err says where");
        assertThat(evidence.resolve("logs/harness.err")).content().contains("NullPointerException");
    }

    @Test
    void theCommandOfACellCanBeRunFromACheckoutOfAnyName() {
        Installation apostrophe = new Installation(Path.of("/home/o'brien/crash"), Path.of("/jdk/bin/java"));

        assertThat(Examination.script(apostrophe, "crash-harness reproduce 'blind/none'"))
                .isEqualTo(
                        """
                        #!/bin/sh
                        PATH='/home/o'\\''brien/crash/harness-scripts':"$PATH"
                        exec crash-harness reproduce 'blind/none' "$@"
                        """);
        assertThat(Examination.script(new Installation(Path.of("/cache"), Path.of("/jdk/bin/java"), false), "x"))
                .isEqualTo("#!/bin/sh\nexec x \"$@\"\n");
    }

    /** The second Ctrl-C comes when it has just come to a verdict, which counts for nothing. */
    @Test
    void whatAStoppedCellHasLeftIsMarkedAndOfOneThatHasLeftNothingNothingIsMade() throws Exception {
        Path stopped = Files.createDirectories(directory.resolve("stopped"));

        Examination.leaveUnfinished(stopped);
        Examination.leaveUnfinished(directory.resolve("never-started"));

        assertThat(stopped).isDirectoryContaining("glob:**RUNNING");
        assertThat(directory.resolve("never-started")).doesNotExist();
    }

    /** An old -wal beside a new database is replayed into it (tursodatabase/turso#8103). */
    @Test
    void whatAnEarlierCellHasLeftIsRefusedAndNotTouched() throws Exception {
        Path live = Files.createDirectories(directory.resolve("cell/live"));
        Path wal = Files.writeString(live.resolve("store.sqlite-wal"), "of yesterday");
        PlannedCell planned = PlannedCell.of(Cell.parse("blind/worker@after_send"));
        CellPlan plan = new CellPlan(
                planned.cell(),
                MUTANT,
                directory.resolve("cell"),
                Optional.empty(),
                false,
                Duration.ofSeconds(60),
                Hold.NOT);

        VerdictRecord verdict = Examination.verdict(planned, plan, null, false);

        assertThat(verdict.verdict()).isEqualTo(Verdict.ERROR);
        assertThat(verdict.message())
                .isEqualTo("the evidence in " + directory.resolve("cell") + " could not be kept: it holds live already,"
                        + " which would be taken for this cell's; nothing was started; move it away and run the cell"
                        + " again");
        assertThat(wal).hasContent("of yesterday");
        assertThat(directory.resolve("cell")).isDirectoryNotContaining("glob:**RUNNING");
    }
}
