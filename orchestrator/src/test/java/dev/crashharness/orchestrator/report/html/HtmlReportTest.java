package dev.crashharness.orchestrator.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.Verdicts;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.run.SavedRuns;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HtmlReportTest {
    private static final VerdictRecord PASSED = Verdicts.of(Verdict.PASS, "blind", "none");
    private static final VerdictRecord BROKEN = Verdicts.of(Verdict.VIOLATION, "blind", "worker@after_send");
    private static final VerdictRecord UNPROVED = Verdicts.of(Verdict.INCONCLUSIVE, "fenced", "worker@after_send");

    @TempDir
    private Path directory;

    @Test
    void whatFailedComesFirstAndTheMachineLast() throws IOException {
        String page = page(List.of(PASSED, UNPROVED, BROKEN), List.of("fenced/none"));

        assertThat(page)
                .containsSubsequence(
                        "1 of 4 cells broke a promise",
                        "id=\"map\"",
                        "id=\"failing\"",
                        "blind/worker@after_send",
                        "id=\"inconclusive\"",
                        "fenced/worker@after_send",
                        "id=\"notrun\"",
                        "fenced/none",
                        "id=\"passed\"",
                        "id=\"environment\"",
                        "Linux")
                .doesNotContain("/home/somebody");
    }

    @Test
    void aDefectThatTheFileExpectsIsAsExpected() throws IOException {
        SavedRun run = SavedRuns.of(directory, List.of(PASSED, BROKEN), List.of());

        assertThat(Banner.of(run).headline()).isEqualTo("1 of 2 cells broke a promise");
        assertThat(Banner.of(SavedRuns.expecting(run, "single_effect")))
                .extracting(Banner::headline, banner -> banner.face().word())
                .containsExactly("As expected, with its known defect", "pass");
        assertThat(Banner.of(SavedRuns.expecting(run, "single_receipt")).headline())
                .isEqualTo("1 of 2 cells broke a promise");
    }

    @Test
    void aDefectThatDidNotShowProvesNothing() throws IOException {
        SavedRun run = SavedRuns.of(directory, List.of(PASSED), List.of());

        assertThat(Banner.of(SavedRuns.expecting(run, "single_effect")))
                .extracting(Banner::headline, banner -> banner.face().word())
                .containsExactly("The expected violation did not show", "inconclusive");
    }

    @Test
    void whatEndedAsPredictedIsSaidSo() throws IOException {
        assertThat(detail(PASSED))
                .isEqualTo("Every fault landed with its proof, and both databases ended as predicted.");
    }

    @Test
    void whereNothingWasPredictedNothingEndedAsPredicted() throws IOException {
        assertThat(detail(Verdicts.unpredicted(Verdict.PASS, "blind", "worker@after_send")))
                .isEqualTo("Every fault landed with its proof, and the target's own checks held.");
    }

    @Test
    void nothingRunsAndNothingIsFetched() throws IOException {
        String page = page(List.of(BROKEN), List.of());

        assertThat(page).doesNotContain("<script").contains("default-src 'none'");
        assertThat(Pattern.compile("(?:src|href)=\"(?!#|data:)").matcher(page).find())
                .isFalse();
    }

    @Test
    void theWordsOfAStrangerStayWords() throws IOException {
        VerdictRecord hostile =
                Verdicts.saying(BROKEN, "<script>alert(1)</script>\" onload=\"x' &amp; \u202e \u001b</style>");

        assertThat(page(List.of(hostile), List.of()))
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
                .contains("\\u202e")
                .contains("\\u001b")
                .doesNotContain("<script")
                .doesNotContain("\u202e");
    }

    @Test
    void eachVerdictHasAGlyphAndAWordBesidesItsColour() throws IOException {
        String page = page(List.of(PASSED, UNPROVED, BROKEN, Verdicts.of(Verdict.ERROR, "blind", "none")), List.of());

        assertThat(page)
                .contains("✓</i> pass", "✕</i> violation", "?</i> inconclusive", "!</i> error", "–</i> not run");
    }

    @Test
    void aFieldOfTheMapSaysTheWorstOfItsCellsAndHowMany() throws IOException {
        HeatMap map = HeatMap.of(SavedRuns.of(
                directory,
                List.of(
                        BROKEN,
                        Verdicts.of(Verdict.PASS, "blind", "worker.1@after_send#2=pause,worker@after_effect"),
                        PASSED,
                        UNPROVED),
                List.of()));

        assertThat(map.contracts()).containsExactly("blind", "fenced");
        assertThat(map.rows()).extracting(HeatMap.Row::point).containsExactly("none", "worker@after_send");
        assertThat(map.rows().get(1).fields())
                .containsExactly(
                        new HeatMap.Field("blind", Face.of(Verdict.VIOLATION), 1, 2),
                        new HeatMap.Field("fenced", Face.of(Verdict.INCONCLUSIVE), 1, 1));
        assertThat(map.rows().get(0).fields().get(1).face()).isNull();
    }

    @Test
    void aCellShowsItsLanesWithKillTakeoverAndReceipt() throws IOException {
        StringWriter page = new StringWriter();
        HtmlReport.write(SavedRuns.of(directory, Runs.killedAfterEffect().finish()), page);

        assertThat(page.toString())
                .contains("href=\"#m-killed\"", "href=\"#m-parked\"")
                .contains("SIGKILL sent to pid")
                .contains("class=\"running\"");
    }

    @Test
    void aHistoryThatCannotBeReadIsSaidToBeSo() throws IOException {
        SavedRun run = SavedRuns.of(directory, Runs.killedAfterEffect().finish());
        java.nio.file.Files.writeString(directory.resolve("cells/0/history.jsonl"), "{}\n");
        StringWriter page = new StringWriter();

        HtmlReport.write(run, page);

        assertThat(page.toString()).contains("The history cannot be read");
    }

    @Test
    void thePageIsBoundedWhateverARunHeld() throws IOException {
        String page = page(Collections.nCopies(10_000, BROKEN), List.of());

        assertThat(page).contains("and 8940 more");
        assertThat(page.split("<details class=\"cell", -1)).hasSize(61);
        assertThat(page.length()).isLessThan(2_000_000);
    }

    private String detail(VerdictRecord verdict) throws IOException {
        return Banner.of(SavedRuns.of(directory, List.of(verdict), List.of())).detail();
    }

    private String page(List<VerdictRecord> verdicts, List<String> unjudged) throws IOException {
        StringWriter page = new StringWriter();
        HtmlReport.write(SavedRuns.of(directory, verdicts, unjudged), page);
        return page.toString();
    }
}
