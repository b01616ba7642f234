package dev.crashharness.orchestrator.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.Verdicts;
import dev.crashharness.orchestrator.report.run.SavedRuns;
import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells that were planned, and of which a run that was broken off or edited says nothing or little. */
class HiddenCellsTest extends Reading {
    @Test
    void aRunThatWasBrokenOffIsIncompleteWhateverItsLogSaysOfTheRest() throws IOException {
        saveWith(notRun("fenced/none"));

        Ended verified = read("verify");
        assertThat(verified.exit()).isEqualTo(103);
        assertThat(verified.out())
                .startsWith("the run was broken off: of 3 cells 2 ended with a verdict, 1 was not run")
                .contains("judged again: 2 of 2 cells; no verdict changed")
                .endsWith("cells: 2 passed, 0 failed, 1 skipped");
        assertThat(read("report").exit()).as("nothing is damaged").isZero();
        assertThat(text("report.html")).contains("Broken off after 2 of 3 cells");
    }

    @Test
    void ofARunInWhichNothingWasRunNothingIsSaidToHavePassed() throws IOException {
        SavedRuns.of(run, List.of(notRun("fenced/none"), notRun("blind/none")), List.of());

        assertThat(read("verify").exit()).isEqualTo(103);
        assertThat(read("report").exit()).isZero();
        assertThat(text("summary.md")).startsWith("## Crash matrix made: broken off before a cell was judged");
        assertThat(text("report.html"))
                .contains("Broken off before a cell was judged", "nothing is proved")
                .doesNotContain("kept its promises");
    }

    /** A line of the log was edited; what lies in the cell's folder was not. */
    @ParameterizedTest
    @ValueSource(strings = {"verdict.jsonl", "history.jsonl"})
    void aCellThatWasRunIsNotHiddenByALineThatSaysItWasNot(String left) throws IOException {
        saveBroken();
        rewrite(1, notRun(CLEAN));
        Files.delete(run.resolve("cells/1").resolve(left.startsWith("verdict") ? "history.jsonl" : "verdict.jsonl"));

        Ended verified = read("verify");
        assertThat(verified.exit()).isEqualTo(100);
        assertThat(verified.out()).anyMatch(line -> line.startsWith("DAMAGED  " + CLEAN) && line.contains(left));
        assertThat(read("report").exit()).isEqualTo(100);
        assertThat(text("junit.xml")).contains("errors=\"1\" skipped=\"0\"", "type=\"damaged_evidence\"");
        assertThat(text("summary.md")).contains("- Nothing confirms NOT_RUN of `" + CLEAN + "`");
        assertThat(text("report.html")).contains("id=\"damaged\"").doesNotContain("kept its promises");
        Ended explained = read("explain", CLEAN);
        assertThat(explained.exit()).isEqualTo(100);
        assertThat(explained.out()).startsWith("DAMAGED  " + CLEAN);
    }

    @Test
    void aCellThatWasStoppedHasLeftWhatItHadAndThatIsNoDamage() throws IOException {
        saveBroken();
        rewrite(1, notRun(CLEAN));
        Files.writeString(run.resolve("cells/1/RUNNING"), "1");

        assertThat(read("verify").exit()).isEqualTo(103);
        assertThat(read("report").exit()).isZero();
    }

    @Test
    void aViolationIsNotHiddenAsAnErrorThatHasLeftNothing() throws IOException {
        saveBroken();
        String log = text("verdicts.jsonl");
        Files.writeString(
                run.resolve("verdicts.jsonl"), log.replace("\"verdict\":\"VIOLATION\"", "\"verdict\":\"ERROR\""));
        Files.delete(run.resolve("cells/1/history.jsonl"));

        assertThat(read("verify").exit()).isEqualTo(100);
    }

    /** The plan proves that a cell is missing, whatever run.json says or does not say. */
    @ParameterizedTest
    @ValueSource(strings = {"", "{\"v\":1}", "[]", "null", "{\"cells\":0}", "{\"cells\":\"2\"}", "{\"cells\":-2}"})
    void aCellIsNotHiddenByARunJsonThatDoesNotSayHowManyThereWere(String facts) throws IOException {
        saveBroken();
        Files.writeString(run.resolve("run.json"), facts);
        List<String> log = Files.readAllLines(run.resolve("verdicts.jsonl"));
        Files.write(run.resolve("verdicts.jsonl"), log.subList(0, 1));

        Ended verified = read("verify");
        assertThat(verified.exit()).isEqualTo(100);
        assertThat(verified.out()).endsWith("cells: 1 passed, 0 failed, 1 skipped");
        assertThat(verified.err()).singleElement().asString().contains("is damaged: run.json ");
        assertThat(read("report").exit()).isEqualTo(100);
        assertThat(text("junit.xml")).contains("tests=\"3\" errors=\"1\" skipped=\"1\"", "name=\"files of the run\"");
        assertThat(text("summary.md")).doesNotContain("passed");
        assertThat(text("report.html")).doesNotContain("kept every promise");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}\n", "7\n"})
    void aPlanThatNamesNoCellIsDamaged(String plan) throws IOException {
        save();
        Files.writeString(run.resolve("plan.jsonl"), plan);

        Ended verified = read("verify");
        assertThat(verified.exit()).isEqualTo(100);
        assertThat(verified.err()).anyMatch(line -> line.contains("is damaged: plan.jsonl is "));
    }

    private void saveBroken() throws IOException {
        Trial broken = Runs.clean()
                .insertIntoLedger(
                        "effect", "r-9", "operation=op-1 attempt=a-1 receipt=r-9 payload_hash=h-1 generation=1")
                .finish();
        assertThat(SavedRuns.of(run, Runs.killedAfterEffect().finish(), broken).verdicts())
                .extracting(VerdictRecord::verdict)
                .containsExactly(Verdict.PASS, Verdict.VIOLATION);
    }

    private void saveWith(VerdictRecord more) throws IOException {
        save();
        Path log = run.resolve("verdicts.jsonl");
        List<VerdictRecord> two = VerdictLog.read(log).verdicts();
        Files.delete(log);
        SavedRuns.of(run, List.of(two.get(0), two.get(1), more), List.of());
    }

    private void rewrite(int line, VerdictRecord verdict) throws IOException {
        Path log = run.resolve("verdicts.jsonl");
        List<VerdictRecord> verdicts = VerdictLog.read(log).verdicts();
        VerdictLog.replace(
                log,
                IntStream.range(0, verdicts.size())
                        .mapToObj(i -> i == line ? verdict : verdicts.get(i))
                        .toList());
    }

    private static VerdictRecord notRun(String cell) {
        return Verdicts.notRun(
                Cell.parse(cell), "interrupted", cell.equals(CLEAN) ? "cells/1" : "cells/" + cell.replace('/', '_'));
    }
}
