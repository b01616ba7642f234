package dev.crashharness.orchestrator.report.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.Verdicts;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.run.SavedRuns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SummaryTest {
    private static final VerdictRecord PASSED = Verdicts.of(Verdict.PASS, "blind", "none");
    private static final VerdictRecord BROKEN = Verdicts.of(Verdict.VIOLATION, "blind", "worker@after_send");

    @TempDir
    private Path directory;

    @Test
    void aRunThatPassedIsSaidInALine() throws IOException {
        assertThat(MarkdownSummary.lines(run(List.of(PASSED), List.of())))
                .startsWith("## Crash matrix made: the one cell passed")
                .contains("| 1 | 0 | 0 | 0 | 0 |")
                .noneMatch(line -> line.contains("first broken"));
    }

    @Test
    void aRunThatWasBrokenOffIsNoPass() throws IOException {
        assertThat(MarkdownSummary.lines(run(List.of(PASSED), List.of("fenced/none")))
                        .get(0))
                .isEqualTo("## Crash matrix made: broken off after 1 cell, which passed");
    }

    @Test
    void whatFailedIsListedWorstFirstWithoutLettingItsWordsBecomeMarkup() throws IOException {
        VerdictRecord hostile =
                Verdicts.saying(Verdicts.of(Verdict.INCONCLUSIVE, "blind", "none"), "a|b <img src=x> `c` [d](e)\n## f");
        List<String> lines = MarkdownSummary.lines(run(List.of(hostile, BROKEN), List.of()));

        assertThat(lines.get(0)).endsWith("1 cell broke a promise");
        assertThat(lines.get(lines.size() - 2))
                .startsWith("| VIOLATION | `blind/worker@after_send` | `single_effect` |");
        assertThat(lines.get(lines.size() - 1))
                .contains("| a\\|b \\<img src=x\\> \\`c\\` \\[d\\](e)\\\\u000a\\#\\# f |");
    }

    @Test
    void aDefectThatTheFileExpectsIsNothingToLookAt() throws IOException {
        SavedRun expected = SavedRuns.expecting(run(List.of(PASSED, BROKEN), List.of()), "single_effect");

        assertThat(MarkdownSummary.lines(expected))
                .startsWith("## Crash matrix made: as expected, with its known defect")
                .contains("expected violation of single\\_effect: it showed in 1 cell.")
                .noneMatch(line -> line.contains("first broken"));
        assertThat(GithubAnnotations.lines(expected)).isEmpty();
    }

    @Test
    void aDefectThatDoesNotShowIsSaid() throws IOException {
        SavedRun hidden = SavedRuns.expecting(run(List.of(PASSED), List.of()), "single_effect");

        assertThat(MarkdownSummary.lines(hidden).get(0)).endsWith("the expected violation did not show");
        assertThat(GithubAnnotations.lines(hidden))
                .singleElement()
                .asString()
                .startsWith("::error title=crash-harness::expected violation of single_effect: it did not show");
    }

    @Test
    void thePageIsBounded() throws IOException {
        List<String> lines = MarkdownSummary.lines(run(Collections.nCopies(2_000, BROKEN), List.of()));

        assertThat(lines).hasSizeLessThan(70).last().asString().startsWith("and 1950 more");
    }

    @Test
    void anAnnotationIsOneLineWhateverTheMessageSays() throws IOException {
        VerdictRecord hostile = Verdicts.saying(BROKEN, "100% of\r\n::stop-commands::x");

        assertThat(GithubAnnotations.lines(run(List.of(PASSED, hostile), List.of())))
                .containsExactly(
                        "::error title=VIOLATION blind/worker@after_send::single_effect: 100%25 of\\u000d\\u000a::stop-commands::x"
                                + " | 100%25 of\\u000d\\u000a::stop-commands::x");
    }

    @Test
    void moreThanGithubShowsIsSaidInTheLast() throws IOException {
        assertThat(GithubAnnotations.lines(run(Collections.nCopies(10, BROKEN), List.of())))
                .hasSize(10)
                .allMatch(line -> line.contains("VIOLATION"));
        assertThat(GithubAnnotations.lines(new SavedRun(
                        directory,
                        SavedRun.open(directory).facts(),
                        Collections.nCopies(11, BROKEN),
                        false,
                        List.of(),
                        List.of(),
                        Map.of())))
                .hasSize(10)
                .last()
                .isEqualTo("::error title=crash-harness::and 2 more cells; see the step summary");
    }

    private SavedRun run(List<VerdictRecord> verdicts, List<String> unjudged) throws IOException {
        return SavedRuns.of(directory, verdicts, unjudged);
    }
}
