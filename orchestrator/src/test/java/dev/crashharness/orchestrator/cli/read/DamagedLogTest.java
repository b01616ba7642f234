package dev.crashharness.orchestrator.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.Verdicts;
import dev.crashharness.orchestrator.report.run.SavedRuns;
import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run whose log, plan or facts are torn, missing or contradict each other. */
class DamagedLogTest extends Reading {
    /** It said "broken off after 41 of 42 cells" where 41 had a line and most of them were not run. */
    @Test
    void ofATornLogTheCellsThatRanAreCountedAndNotItsLines() throws IOException {
        VerdictRecord passed = Verdicts.of(Verdict.PASS, "blind", "none");
        SavedRuns.of(run, List.of(passed, notRun("fenced/none"), notRun("dedup-only/none")), List.of());
        Path log = run.resolve("verdicts.jsonl");
        Files.writeString(log, Files.readString(log).substring(0, (int) Files.size(log) - 30));

        Ended listed = read("verdicts");
        assertThat(listed.exit()).isZero();
        assertThat(listed.out())
                .contains(
                        "the run was broken off: of 3 cells 1 ended with a verdict, 1 was not run, and of 1 the log says nothing")
                .contains("cells: 1 passed, 0 failed, 2 skipped");
        assertThat(listed.err()).singleElement().asString().contains("the last line of the log is torn");
        assertThat(read("verdicts", "--failed").out()).noneMatch(line -> line.contains("broken off"));
    }

    @Test
    void aRunOfWhichTheLogDoesNotSayHowCellsEndedIsIncomplete() throws IOException {
        save();
        Path log = run.resolve("verdicts.jsonl");
        List<String> lines = Files.readAllLines(log);
        Files.writeString(log, lines.get(0) + "\n" + lines.get(1).substring(0, 100));

        Ended torn = read("verify");
        assertThat(torn.exit()).isEqualTo(103);
        assertThat(torn.out())
                .startsWith("the run was broken off: of 2 cells 1 ended with a verdict, and of 1 the log says nothing");

        Files.writeString(log, "");
        Ended nothing = read("verify");
        assertThat(nothing.exit()).isEqualTo(103);
        assertThat(nothing.out()).contains("judged again: 0 of 0 cells; nothing is confirmed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plan.jsonl   |                              | there is no plan.jsonl",
                "plan.jsonl   | {\"cell\":\"dedup            | plan.jsonl is torn or damaged after 0 cells",
                "plan.jsonl   | {\"cell\":\"fenced/none\"}   | verdicts.jsonl has 2 verdicts of cells that were not planned",
                "run.json     |                              | there is no run.json",
                "run.json     | {\"matrix\":                 | run.json is no JSON",
                "run.json     | {\"cells\":3}                | run.json says that 3 cell runs were planned",
            })
    void aMissingOrDamagedFileOfTheRunItselfIsReported(String name, String content, String said) throws IOException {
        save();
        Files.delete(run.resolve(name));
        if (content != null) {
            Files.writeString(run.resolve(name), content);
        }

        for (String command : List.of("verify", "report")) {
            Ended ended = read(command);
            assertThat(ended.exit()).as(command).isEqualTo(100);
            assertThat(ended.err()).as(command).anyMatch(line -> line.contains(said));
        }
        assertThat(read("verdicts").err()).anyMatch(line -> line.contains(said));
        assertThat(read("explain", CLEAN).err()).anyMatch(line -> line.contains(said));
        assertThat(text("report.html")).doesNotContain("kept every promise");
        assertThat(text("summary.md")).doesNotContain("cells passed").contains("- Damaged: ");
    }

    @Test
    void aLogThatIsDamagedInTheMiddleIsRefusedAndAVerdictThatIsThereTwiceIsSaidToBeSo() throws IOException {
        save();
        Path log = run.resolve("verdicts.jsonl");
        List<String> lines = Files.readAllLines(log);

        Files.write(log, List.of(lines.get(0), lines.get(1), lines.get(1)));
        assertThat(read("verify").exit()).isEqualTo(100);
        assertThat(read("verdicts").err()).anyMatch(line -> line.contains("1 verdicts that it has already"));

        Files.write(log, List.of(lines.get(0).substring(9), lines.get(1)));
        for (String command : List.of("verify", "verdicts", "report")) {
            assertThat(read(command).exit()).as(command).isEqualTo(100);
            assertThat(read(command).err()).singleElement().asString().contains("line 1 of", "is not a verdict");
        }
    }

    private static VerdictRecord notRun(String cell) {
        return Verdicts.notRun(Cell.parse(cell), "interrupted", "cells/" + cell.replace('/', '_'));
    }
}
