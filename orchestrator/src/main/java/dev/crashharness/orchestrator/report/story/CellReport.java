package dev.crashharness.orchestrator.report.story;

import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.text.Visible;
import java.util.ArrayList;
import java.util.List;

/** {@code report.txt}: the verdict first, then each check with its evidence, then what happened. */
public final class CellReport {
    private CellReport() {}

    /** The whole text, a line each. */
    public static List<String> lines(VerdictRecord verdict, History history) {
        List<String> lines = new ArrayList<>(verdictLines(verdict));
        lines.add("");
        lines.addAll(checkLines(verdict));
        lines.add("");
        lines.addAll(Timeline.lines(history.events()));
        return lines;
    }

    /** What was decided and why. */
    public static List<String> verdictLines(VerdictRecord verdict) {
        List<String> lines = new ArrayList<>();
        lines.add(verdict.verdict() + "  " + verdict.cell());
        if (!verdict.message().isEmpty()) {
            lines.add("  " + verdict.reason() + ": " + verdict.message());
        }
        if (verdict.expected() != null) {
            lines.add("  expected  " + text(verdict.expected()));
            lines.add("  observed  " + text(verdict.observed()));
        }
        lines.add("  again     " + verdict.reproduce());
        if (verdict.shrunk() != null) {
            lines.add("  " + verdict.shrunk().line());
        }
        return visible(lines);
    }

    /** Each check with its evidence. */
    public static List<String> checkLines(VerdictRecord verdict) {
        return visible(verdict.checks().stream()
                .map(check -> "  %-13s %-34s %s".formatted(check.verdict(), check.check(), check.message()))
                .toList());
    }

    /** A message may hold what a database of somebody else's said. */
    private static List<String> visible(List<String> lines) {
        return lines.stream().map(Visible::text).toList();
    }

    private static String text(StateWords state) {
        return state == null
                ? "nothing: no copy could be taken"
                : "%s, intent %s, %d publish requests, %d attempts, steps %s"
                        .formatted(
                                state.brief(),
                                state.intent(),
                                state.publishRequests(),
                                state.attempts(),
                                state.steps());
    }
}
