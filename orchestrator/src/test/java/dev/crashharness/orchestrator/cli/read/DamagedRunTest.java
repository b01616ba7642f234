package dev.crashharness.orchestrator.cli.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.Verdicts;
import dev.crashharness.orchestrator.report.run.SavedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run whose cells have lost what they were judged by, or have it changed. */
class DamagedRunTest extends Reading {
    @Test
    void whatIsWholeIsConfirmedAndNothingIsSaidOfDamage() throws IOException {
        save();

        assertThat(read("verify").out()).startsWith("judged again: 2 of 2 cells; no verdict changed");
        assertThat(read("explain", CLEAN).out()).startsWith("PASS  " + CLEAN);
        for (String command : List.of("verify", "verdicts", "report")) {
            assertThat(read(command).exit()).as(command).isZero();
            assertThat(read(command).err()).as(command).isEmpty();
        }
        assertThat(reports()).doesNotContain("damaged_evidence", "Damaged evidence", "confirms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gone", "empty", "torn", "no ending", "running"})
    void aVerdictWithoutItsHistoryIsNotJudgedAgainAndThatIsSaidFirst(String how) throws IOException {
        save();
        damage(how);

        Ended verified = read("verify");
        assertThat(verified.exit()).isEqualTo(100);
        assertThat(verified.out().get(0))
                .isEqualTo("NOT judged again: 1 of 2 cells (1 damaged, 0 unknown, 0 with nothing saved)");
        assertThat(verified.out().get(1)).startsWith("DAMAGED  " + CLEAN);
        assertThat(verified.out()).contains("judged again: 1 of 2 cells; no verdict of these changed");

        Ended explained = read("explain", CLEAN);
        assertThat(explained.exit()).isEqualTo(100);
        assertThat(explained.out()).startsWith("DAMAGED  " + CLEAN).noneMatch(line -> line.startsWith("PASS"));
        assertThat(explained.out().get(2))
                .isEqualTo("! PASS is what the log says, and nothing here confirms it; run the cell again");
        assertThat(explained.err()).singleElement().asString().contains("DAMAGED  " + CLEAN);

        Ended listed = read("verdicts");
        assertThat(listed.exit()).as("the log itself is whole").isZero();
        assertThat(listed.err()).singleElement().asString().contains("of 1 of these 2 verdicts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gone", "empty", "torn", "no ending", "running"})
    void noReportShowsAPassThatNothingConfirms(String how) throws IOException {
        save();
        damage(how);

        Ended rendered = read("report");

        assertThat(rendered.exit()).isEqualTo(100);
        assertThat(rendered.err()).singleElement().asString().contains("the evidence of 1 of 2 cells");
        assertThat(text("summary.md"))
                .startsWith("## Crash matrix made: the evidence of 1 cell is damaged")
                .contains("- Nothing confirms PASS of `" + CLEAN + "`");
        assertThat(text("junit.xml")).contains("errors=\"1\"", "type=\"damaged_evidence\"");
        assertThat(text("report.html"))
                .contains("The evidence of 1 of 2 cells is damaged", "id=\"damaged\"")
                .doesNotContain("kept every promise");
    }

    /** The log was changed, or the history: each contradicts the other, and neither is believed. */
    @Test
    void aVerdictThatItsHistoryDoesNotLeadToIsNotToldAsIfItDid() throws IOException {
        save();
        Path history = run.resolve("cells/1/history.jsonl");
        Files.writeString(history, Files.readString(history).replace("\"landed\":true", "\"landed\":false"));

        Ended explained = read("explain", KILLED);

        assertThat(explained.exit()).isEqualTo(101);
        assertThat(explained.out()).startsWith("CHANGED  " + KILLED);
        assertThat(explained.out().get(1))
                .startsWith("! judged again from its history it is INCONCLUSIVE (kill_landed");
        assertThat(explained.out()).anyMatch(line -> line.contains("SIGKILL sent"));
    }

    @Test
    void aLogThatContradictsTheCellsOwnFileIsNotBelieved() throws IOException {
        save();
        Path own = run.resolve("cells/0/verdict.jsonl");
        Files.writeString(own, Files.readString(own).replace("\"verdict\":\"PASS\"", "\"verdict\":\"VIOLATION\""));

        assertThat(read("verify").out().get(1)).contains("the log says PASS, but the verdict.jsonl in");
        Files.delete(own);
        assertThat(read("verify").exit()).isEqualTo(100);
        assertThat(read("explain", CLEAN).out().get(1)).contains("there is no verdict.jsonl in");
    }

    @Test
    void anErrorThatCouldNotKeepItsEvidenceIsTheMachinesAndNoDamage() throws IOException {
        SavedRuns.of(run, List.of(Verdicts.unobserved(Verdict.ERROR, "blind", "none")), List.of());
        Path folder = Files.createDirectories(run.resolve("cells/x"));
        Files.writeString(folder.resolve("RUNNING"), "1");
        Files.writeString(folder.resolve("history.jsonl"), "{\"cell\":\"bl");

        Ended verified = read("verify");

        assertThat(verified.exit()).isEqualTo(102);
        assertThat(verified.out())
                .startsWith("NOT judged again: 1 of 1 cells (0 damaged, 0 unknown, 1 with nothing saved)")
                .contains("judged again: 0 of 1 cells; nothing is confirmed");
        assertThat(read("explain", "blind/none").exit()).isZero();
        assertThat(read("report").exit()).isZero();
    }

    private void damage(String how) throws IOException {
        Path history = run.resolve("cells/0/history.jsonl");
        String text = Files.readString(history);
        switch (how) {
            case "gone" -> Files.delete(history);
            case "empty" -> Files.writeString(history, "");
            case "torn" -> Files.writeString(history, text.substring(0, text.length() - 20));
            case "no ending" -> Files.writeString(history, text.substring(0, text.lastIndexOf("{\"ending\"")));
            default -> Files.writeString(history.resolveSibling("RUNNING"), "1");
        }
    }

    private String reports() throws IOException {
        return text("report.html") + text("junit.xml") + text("summary.md");
    }
}
