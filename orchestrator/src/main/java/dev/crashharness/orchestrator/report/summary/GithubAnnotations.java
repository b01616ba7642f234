package dev.crashharness.orchestrator.report.summary;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.text.Visible;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The workflow commands that GitHub shows beside a run, for what did not pass and for passes that nothing confirms. */
public final class GithubAnnotations {
    /** GitHub shows ten errors of a step and drops the rest without a word. */
    private static final int MOST = 10;

    private GithubAnnotations() {}

    /** One {@code ::error} line per cell, the worst first; when there are more than are shown, the last says how many. */
    public static List<String> lines(SavedRun run) {
        List<VerdictRecord> bad = run.verdicts().stream()
                .filter(verdict -> isNews(run, verdict))
                .sorted(Comparator.comparing(VerdictRecord::verdict))
                .toList();
        int shown = bad.size() > MOST ? MOST - 1 : bad.size();
        List<String> lines = new ArrayList<>();
        bad.subList(0, shown).forEach(verdict -> lines.add(line(run, verdict)));
        if (shown < bad.size()) {
            lines.add("::error title=crash-harness::and " + (bad.size() - shown) + " more cells; see the step summary");
        }
        run.knownDefect()
                .filter(KnownDefect::absent)
                .ifPresent(defect -> lines.add("::error title=crash-harness::" + data(defect.line())));
        return lines;
    }

    private static boolean isNews(SavedRun run, VerdictRecord verdict) {
        return fails(run, verdict) || run.damage(verdict).isPresent();
    }

    private static boolean fails(SavedRun run, VerdictRecord verdict) {
        return verdict.verdict() != Verdict.PASS && verdict.verdict() != Verdict.NOT_RUN && !run.isKnownDefect(verdict);
    }

    private static String line(SavedRun run, VerdictRecord verdict) {
        if (!fails(run, verdict)) {
            return "::error title=" + property("DAMAGED " + verdict.cell()) + "::"
                    + data("nothing confirms " + verdict.verdict() + ": "
                            + run.damage(verdict).orElse("") + " | " + verdict.reproduce());
        }
        return "::error title=" + property(verdict.verdict() + " " + verdict.cell()) + "::"
                + data(verdict.reason() + ": " + verdict.message() + " | " + verdict.reproduce());
    }

    /** In a value nothing but these three has a meaning. */
    private static String data(String foreign) {
        return Visible.brief(foreign).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String foreign) {
        return data(foreign).replace(":", "%3A").replace(",", "%2C");
    }
}
