package dev.crashharness.orchestrator.matrix.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.matrix.file.MatrixLibrary;
import dev.crashharness.orchestrator.target.Plain;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.file.TargetFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FittingTest {
    private static final String CELLS =
            """
            cells:
              - contracts: [dedup-query, blind]
                schedules: [none, worker@before_send, worker@after_effect, 'wire@reply=kill:worker']
              - contracts: dedup-query
                schedules: 'worker@*,worker@after_effect'
                reachable_only: true
              - contracts: blind
                schedules: worker@before_send
                settings: approve=1
            """;

    @TempDir
    private Path here;

    @Test
    void theBundledPairGetsEveryCell() throws IOException {
        Fitting all = fitting(Plain.TARGETS.bundled());

        assertThat(all.leftOut()).isEmpty();
        assertThat(all.cells()).hasSizeGreaterThan(20).allSatisfy(cell -> assertThat(cell.forecast())
                .isPresent());
    }

    @Test
    void aTargetWithoutAModelGetsWhatItAnnouncesAndNobodyPredictsIt() throws IOException {
        Fitting some = fitting(target("schema: own\ncontracts: dedup-query\npoints: before_send\n"
                + "checks: [{name: a, command: c}]\nworker: {run: w}"));

        assertThat(some.cells())
                .extracting(cell -> cell.cell().print())
                .containsExactly(
                        "dedup-query/none", "dedup-query/worker@before_send", "dedup-query/wire@reply=kill:worker");
        assertThat(some.cells()).allSatisfy(cell -> assertThat(cell.forecast()).isEmpty());
        assertThat(some.leftOut())
                .containsEntry("the contract blind", 5)
                .containsEntry("the point after_effect", 1)
                .containsKey("a model that says what can be reached");
        assertThat(some.notes()).singleElement().satisfies(note -> assertThat(note)
                .contains("cells are left out: the target does not have a model that says what can be reached,"
                        + " the contract blind, the point after_effect"));
    }

    @Test
    void aDocumentedTargetIsPredictedAsFarAsItGoes() throws IOException {
        Fitting some = fitting(target("points: [before_send, after_effect]\nworker: {run: w, submit: w}"));

        assertThat(some.cells()).isNotEmpty().allSatisfy(cell -> assertThat(cell.forecast())
                .isPresent());
        assertThat(some.leftOut()).containsEntry("commands for people (approve, resolve)", 1);
        assertThat(some.leftOut()).isNotEqualTo(Map.of());
    }

    /** Each of these once ended the whole matrix, or made each such cell an error. */
    @Test
    void aStoreThatTheHarnessCannotReadIsNeitherReadNorHeldNorSubmittedTo() throws IOException {
        Fitting some = fitting(
                "contracts: dedup-query, settings: [none, submit=2, probe=conflict],"
                        + " schedules: [none, worker@before_send=collide, 'worker@before_send=hold_store:1s']",
                target("schema: own\npoints: before_send\nchecks: [{name: a, command: c}]\nworker: {run: w}"));

        assertThat(some.cells()).extracting(cell -> cell.cell().print()).containsExactly("dedup-query/none");
        assertThat(some.leftOut()).isEqualTo(Map.of("a command to submit", 3, "a store of the documented schema", 5));
    }

    @Test
    void aTargetThatCanSubmitIsAskedToTwice() throws IOException {
        Fitting some = fitting(
                "contracts: dedup-query, schedules: none, settings: submit=2",
                target("schema: own\nchecks: [{name: a, command: c}]\nworker: {run: w, submit: w}"));

        assertThat(some.cells()).hasSize(1);
        assertThat(some.leftOut()).isEmpty();
    }

    @Test
    void whatWouldBeDrawnForAModelIsCountedWhereThereIsNone() throws IOException {
        Fitting none = fitting(
                "contracts: dedup-query, schedules: 'worker@*,worker@*', reachable_only: true, sample: 7",
                target("schema: own\nchecks: [{name: a, command: c}]\nworker: {run: w}"));

        assertThat(none.cells()).isEmpty();
        assertThat(none.notes())
                .containsExactly(
                        "7 cells are left out: the target does not have a model that says what can be reached");
    }

    private Fitting fitting(String entry, Target target) throws IOException {
        Files.writeString(here.resolve("mine.yaml"), "name: mine\ncells:\n  - {" + entry + "}\n");
        return Fitting.of(new MatrixLibrary(here).load("mine", here), 1, target);
    }

    private Target target(String body) throws IOException {
        Path file = Files.writeString(here.resolve("target.yaml"), "name: mine\n" + body + "\n");
        return TargetFiles.find(file.toString(), Plain.TARGETS);
    }

    private Fitting fitting(Target target) throws IOException {
        Files.writeString(here.resolve("cells.yaml"), "name: cells\n" + CELLS);
        return Fitting.of(new MatrixLibrary(here).load("cells", here), 1, target);
    }
}
