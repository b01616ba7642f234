package dev.crashharness.orchestrator.report.summary;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.Totals;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.text.Visible;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** {@code summary.md}: the totals, then what has to be looked at, bounded. */
public final class MarkdownSummary {
    /** GitHub refuses a step summary above 1 MiB; a row has a few hundred characters. */
    private static final int MOST_ROWS = 50;

    private static final int LONGEST_MESSAGE = 500;

    private MarkdownSummary() {}

    /** The lines of the page. */
    public static List<String> lines(SavedRun run) {
        Totals totals = Totals.of(run.verdicts(), run.runs());
        List<String> lines = new ArrayList<>();
        lines.add("## Crash matrix " + text(run.facts().matrix()) + ": " + headline(run, totals));
        lines.add("");
        lines.add("| pass | violation | error | inconclusive | not run |");
        lines.add("|---:|---:|---:|---:|---:|");
        lines.add("| %d | %d | %d | %d | %d |"
                .formatted(
                        totals.count(Verdict.PASS),
                        totals.count(Verdict.VIOLATION),
                        totals.count(Verdict.ERROR),
                        totals.count(Verdict.INCONCLUSIVE),
                        totals.count(Verdict.NOT_RUN)));
        lines.add("");
        lines.add("Target " + code(run.facts().target()) + ", started "
                + text(run.facts().startedAt()) + ".");
        run.knownDefect().ifPresent(defect -> lines.addAll(List.of("", text(defect.line()) + ".")));
        List<VerdictRecord> bad = run.failed().stream()
                .sorted(Comparator.comparing(VerdictRecord::verdict))
                .toList();
        lines.addAll(damage(run));
        if (!bad.isEmpty()) {
            lines.addAll(table(bad));
        }
        return lines;
    }

    /** Before what failed: a pass that nothing confirms looks like any other in the log. */
    private static List<String> damage(SavedRun run) {
        List<String> lines = new ArrayList<>();
        run.flaws().stream().limit(MOST_ROWS).forEach(flaw -> lines.add("- Damaged: " + text(flaw)));
        List<VerdictRecord> damaged = run.damaged();
        damaged.stream()
                .limit(MOST_ROWS)
                .map(verdict -> "- Nothing confirms %s of %s: %s"
                        .formatted(
                                verdict.verdict(),
                                code(verdict.cell()),
                                text(run.damage(verdict).orElse(""))))
                .forEach(lines::add);
        if (damaged.size() > MOST_ROWS) {
            lines.add("- and " + (damaged.size() - MOST_ROWS) + " more; `crash-harness verify` names all.");
        }
        if (!lines.isEmpty()) {
            lines.add(0, "");
        }
        return lines;
    }

    private static String headline(SavedRun run, Totals totals) {
        boolean whole = run.damaged().isEmpty() && run.flaws().isEmpty();
        Optional<KnownDefect> defect = run.knownDefect().filter(known -> whole && known.others() == 0);
        if (defect.isPresent() && totals.count(Verdict.NOT_RUN) == 0) {
            return defect.get().shown() > 0
                    ? "as expected, with its known defect"
                    : "the expected violation did not show";
        }
        return told(run, totals);
    }

    private static String told(SavedRun run, Totals totals) {
        int broken = totals.count(Verdict.VIOLATION);
        int proved = totals.count(Verdict.PASS);
        if (broken > 0) {
            return broken + (broken == 1 ? " cell broke a promise" : " cells broke a promise");
        }
        int nothing = totals.count(Verdict.ERROR) + totals.count(Verdict.INCONCLUSIVE);
        if (nothing > 0) {
            return nothing + (nothing == 1 ? " cell proves nothing" : " cells prove nothing");
        }
        int damaged = run.damaged().size();
        if (damaged > 0) {
            return "the evidence of " + damaged + (damaged == 1 ? " cell" : " cells") + " is damaged";
        }
        if (!run.flaws().isEmpty()) {
            return "files of the run are damaged";
        }
        if (totals.count(Verdict.NOT_RUN) == 0) {
            return proved == 1 ? "the one cell passed" : "all " + proved + " cells passed";
        }
        return switch (proved) {
            case 0 -> "broken off before a cell was judged";
            case 1 -> "broken off after 1 cell, which passed";
            default -> "broken off after " + proved + " cells, all passed";
        };
    }

    private static List<String> table(List<VerdictRecord> bad) {
        List<String> lines = new ArrayList<>(
                List.of("", "| verdict | cell | first broken | found | again |", "|---|---|---|---|---|"));
        bad.stream()
                .limit(MOST_ROWS)
                .map(verdict -> "| %s | %s | %s | %s | %s |"
                        .formatted(
                                verdict.verdict(),
                                code(verdict.cell()),
                                code(verdict.reason()),
                                text(verdict.message()),
                                code(verdict.reproduce())))
                .forEach(lines::add);
        if (bad.size() > MOST_ROWS) {
            lines.add("");
            lines.add("and " + (bad.size() - MOST_ROWS) + " more; `crash-harness verdicts --failed` lists all.");
        }
        return lines;
    }

    /** Text in a table's field: no mark-up, no HTML, no end of the field. */
    private static String text(String foreign) {
        String brief = Visible.brief(foreign);
        String cut = brief.length() > LONGEST_MESSAGE ? brief.substring(0, LONGEST_MESSAGE) + "…" : brief;
        return cut.replaceAll("([\\\\`*_{}\\[\\]<>#|~&])", "\\\\$1");
    }

    /** A code span in a table's field; a fence longer than any run of back-quotes inside. */
    private static String code(String foreign) {
        String visible = Visible.text(foreign).replace("|", "\\|");
        return visible.contains("`") ? "`` " + visible.replaceAll("`{2,}", "`") + " ``" : "`" + visible + "`";
    }
}
