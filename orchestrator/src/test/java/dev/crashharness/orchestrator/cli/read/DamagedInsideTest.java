package dev.crashharness.orchestrator.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.Verdicts;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.run.SavedRuns;
import dev.crashharness.orchestrator.report.summary.GithubAnnotations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can only be found by reading all of the evidence is damage to {@code report} as it is to {@code verify}. */
class DamagedInsideTest extends Reading {
    private static final String SWAPPED = "two folders swapped";

    @ParameterizedTest
    @CsvSource({
        "another cell,        of another cell",
        SWAPPED + ",          says PASS of",
        "garbage inside,      is not understood",
        "no utf-8,            is not UTF-8",
        "verdict torn,        is torn",
        "verdict gone,        there is no verdict.jsonl",
        "verdict contradicts, but the verdict.jsonl in",
    })
    void noReportShowsAPassWhoseEvidenceIsDamagedInside(String how, String why) throws IOException {
        save();
        damage(how);
        int damaged = how.equals(SWAPPED) ? 2 : 1;

        assertThat(read("verify").exit()).isEqualTo(100);
        Ended rendered = read("report");
        assertThat(rendered.exit()).isEqualTo(100);
        assertThat(rendered.err()).singleElement().asString().contains("the evidence of " + damaged + " of 2 cells");
        assertThat(text("junit.xml")).contains("errors=\"" + damaged + "\"", "type=\"damaged_evidence\"", why);
        assertThat(text("summary.md"))
                .startsWith("## Crash matrix made: the evidence of " + damaged + " cell")
                .contains("- Nothing confirms PASS of `" + CLEAN + "`");
        assertThat(text("report.html"))
                .contains("The evidence of " + damaged + " of 2 cells is damaged", "id=\"damaged\"")
                .doesNotContain("kept every promise");
        assertThat(GithubAnnotations.lines(SavedRun.openWhole(run)))
                .hasSize(damaged)
                .allMatch(line -> line.startsWith("::error title=DAMAGED "));
        Ended explained = read("explain", CLEAN);
        assertThat(explained.exit()).isEqualTo(100);
        assertThat(explained.out()).startsWith("DAMAGED  " + CLEAN);
    }

    /** A CI server shows a skipped test as one that nobody has to look at. */
    @Test
    void aKnownDefectThatNothingConfirmsIsNotSkipped() throws IOException {
        SavedRuns.expecting(
                SavedRuns.of(run, List.of(Verdicts.of(Verdict.VIOLATION, "fenced", "none")), List.of()),
                "single_effect");

        assertThat(read("report").exit()).isEqualTo(100);
        assertThat(text("junit.xml"))
                .contains("errors=\"1\" skipped=\"0\" failures=\"0\"", "there is no verdict.jsonl in");
        assertThat(text("report.html")).doesNotContain("As expected, with its known defect");
    }

    /** It prevented every report: 100 and an empty folder. */
    @ParameterizedTest
    @ValueSource(strings = {"../../etc", "cells/a\\u0000b"})
    void aFailingCellWhoseEvidenceLiesNowhereIsShownAsFarAsItCanBe(String dir) throws IOException {
        SavedRuns.of(run, List.of(Verdicts.of(Verdict.VIOLATION, "blind", "none")), List.of());
        Files.writeString(
                run.resolve("verdicts.jsonl"), text("verdicts.jsonl").replace("\"cells/x\"", "\"" + dir + "\""));
        Path out = run.resolve("out");

        Ended rendered = read("report", "--out", out.toString());

        assertThat(rendered.exit()).isEqualTo(100);
        assertThat(rendered.out()).hasSize(3);
        assertThat(Files.readString(out.resolve("junit.xml")))
                .contains("failures=\"1\"", "nothing confirms this verdict: the verdict of blind/none ")
                .doesNotContain("evidence: ");
        assertThat(Files.readString(out.resolve("summary.md"))).contains("1 cell broke a promise");
        assertThat(Files.readString(out.resolve("report.html"))).contains("broke a promise", "blind/none");
        assertThat(read("verify").exit()).isEqualTo(100);
    }

    private void damage(String how) throws IOException {
        Path first = run.resolve("cells/0");
        Path history = first.resolve("history.jsonl");
        Path verdict = first.resolve("verdict.jsonl");
        switch (how) {
            case "another cell" ->
                Files.writeString(
                        history, text("cells/0/history.jsonl").replace("\"" + CLEAN + "\"", "\"blind/none\""));
            case SWAPPED -> {
                Files.move(first, run.resolve("aside"));
                Files.move(run.resolve("cells/1"), first);
                Files.move(run.resolve("aside"), run.resolve("cells/1"));
            }
            case "garbage inside" -> insert(history, "garbage".getBytes(StandardCharsets.UTF_8));
            case "no utf-8" -> insert(history, new byte[] {'"', (byte) 0xff, '"'});
            case "verdict torn" ->
                Files.writeString(verdict, text("cells/0/verdict.jsonl").substring(0, 90));
            case "verdict gone" -> Files.delete(verdict);
            default ->
                Files.writeString(
                        verdict,
                        text("cells/0/verdict.jsonl").replace("\"verdict\":\"PASS\"", "\"verdict\":\"VIOLATION\""));
        }
    }

    private static void insert(Path history, byte[] line) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(history));
        Files.write(history, lines.subList(0, 1));
        Files.write(history, line, StandardOpenOption.APPEND);
        Files.writeString(history, "\n", StandardOpenOption.APPEND);
        Files.write(history, lines.subList(1, lines.size()), StandardOpenOption.APPEND);
    }
}
