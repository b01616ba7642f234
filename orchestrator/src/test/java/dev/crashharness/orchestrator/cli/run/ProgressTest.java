package dev.crashharness.orchestrator.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.past.SavedRuns;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final Terminal COLOURED = new Terminal(true, true);
    private static final Terminal GREY = new Terminal(true, false);

    private final StringWriter printed = new StringWriter();
    private final PrintWriter out = new PrintWriter(printed);

    @Test
    void beforeTheFirstCellNobodyKnowsHowLongItTakes() {
        assertThat(Progress.none(42, Duration.ofSeconds(40)).line(Duration.ofSeconds(1)))
                .isEqualTo("0/42 cells, 0 kills landed, 0 violations");
    }

    @Test
    void theTimeLeftFollowsTheExpectedCost() {
        Progress progress = new Progress(2, 8, 1, 1, Duration.ofSeconds(2), Duration.ofSeconds(8));

        assertThat(progress.line(Duration.ofSeconds(10)))
                .isEqualTo("2/8 cells, 1 kills landed, 1 violations, about 30 s left");
        assertThat(progress.line(Duration.ofMinutes(10))).endsWith("about 30 min left");
        assertThat(progress.line(Duration.ofHours(2))).endsWith("about 6 h left");
    }

    @Test
    void onATerminalALineIsDrawnAgainAndOnlyFailedCellsStay() {
        RunPrinter printer = RunPrinter.human(out, GREY, 2, Duration.ofSeconds(2));
        printer.accept(SavedRuns.verdict("blind/none", Verdict.PASS));
        printer.accept(SavedRuns.verdict("fenced/none", Verdict.VIOLATION));
        printer.finish();

        assertThat(printed.toString())
                .contains("\r\u001b[K\u001b[?7l1/2 cells", "2/2 cells, 0 kills landed, 1 violations")
                .contains("\r\u001b[KVIOLATION")
                .doesNotContain("PASS", "\u001b[31m")
                .endsWith("\r\u001b[K");
    }

    @Test
    void violationsAreRedUnlessColoursAreForbidden() {
        RunPrinter.human(out, COLOURED, 1, Duration.ofSeconds(1))
                .accept(SavedRuns.verdict("blind/none", Verdict.VIOLATION));

        assertThat(printed.toString()).contains("\u001b[31mVIOLATION   \u001b[0m", "\u001b[31m1 violations\u001b[0m");
    }

    @Test
    void elsewhereThereIsOneLinePerCellAndNothingElse() {
        RunPrinter printer = RunPrinter.human(out, Terminal.NONE, 2, Duration.ofSeconds(2));
        printer.accept(SavedRuns.verdict("blind/none", Verdict.PASS));
        printer.accept(SavedRuns.verdict("fenced/none", Verdict.NOT_RUN));
        printer.finish();

        assertThat(printed.toString().lines())
                .singleElement()
                .asString()
                .startsWith("PASS  ")
                .contains("blind/none");
        assertThat(printed.toString()).doesNotContain("\u001b", "\r");
    }

    @Test
    void asJsonEveryCellIsALineAlsoOneThatWasNotRun() {
        RunPrinter printer = RunPrinter.json(out);
        printer.accept(SavedRuns.verdict("blind/none", Verdict.PASS));
        printer.accept(SavedRuns.verdict("fenced/none", Verdict.NOT_RUN));

        assertThat(printed.toString().lines()).hasSize(2).allMatch(line -> line.startsWith("{\"v\":1,"));
    }

    @Test
    void theLogOfACiServiceIsNoTerminal() {
        assertThat(Terminal.of(Map.of("CI", "true", "TERM", "xterm"))).isEqualTo(Terminal.NONE);
        assertThat(Terminal.of(Map.of("TERM", "dumb"))).isEqualTo(Terminal.NONE);
    }
}
