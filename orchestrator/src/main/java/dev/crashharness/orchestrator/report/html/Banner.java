package dev.crashharness.orchestrator.report.html;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.Totals;
import dev.crashharness.orchestrator.report.run.SavedRun;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The first thing a reader sees: how the whole ended, and how many cells ended how.
 *
 * @param face of the whole
 * @param detail what the headline means
 */
public record Banner(Face face, String headline, String detail, List<Count> counts) {
    /**
     * How many cells ended in one verdict.
     *
     * @param share their percentage of all cells, spelled for a style sheet
     * @param section the id of the heading below which they are shown
     */
    public record Count(Face face, int number, String share, String section) {}

    static Banner of(SavedRun run) {
        int all = run.runs();
        Totals totals = Totals.of(run.verdicts(), all);
        List<Count> counts = Arrays.stream(Verdict.values())
                .map(verdict -> new Count(
                        Face.of(verdict), totals.count(verdict), percent(totals.count(verdict), all), section(verdict)))
                .toList();
        Optional<KnownDefect> known = run.knownDefect()
                .filter(defect -> defect.others() == 0
                        && run.damaged().isEmpty()
                        && run.flaws().isEmpty());
        if (known.isPresent() && totals.count(Verdict.NOT_RUN) == 0) {
            return known(known.get(), counts);
        }
        int broken = totals.count(Verdict.VIOLATION);
        int errors = totals.count(Verdict.ERROR);
        int unproved = totals.count(Verdict.INCONCLUSIVE);
        int notRun = totals.count(Verdict.NOT_RUN);
        int damaged = run.damaged().size();
        String rest = rest(notRun) + unconfirmed(damaged) + flaws(run);
        if (broken > 0) {
            return new Banner(
                    Face.of(Verdict.VIOLATION),
                    count(broken, all) + " broke a promise",
                    "A violation is never retried: it happened" + (damaged == 0 ? ", and its evidence was kept." : ".")
                            + rest,
                    counts);
        }
        if (errors > 0) {
            return new Banner(
                    Face.of(Verdict.ERROR),
                    count(errors, all) + " could not be judged",
                    "The harness or the machine failed; that says nothing about the program under test." + rest,
                    counts);
        }
        if (unproved > 0) {
            return new Banner(
                    Face.of(Verdict.INCONCLUSIVE),
                    count(unproved, all) + (unproved == 1 ? " proves nothing" : " prove nothing"),
                    "A fault that was not carried out as planned is never counted as a pass." + rest,
                    counts);
        }
        if (damaged > 0 || !run.flaws().isEmpty()) {
            return new Banner(
                    Face.of(Verdict.ERROR),
                    damaged > 0
                            ? "The evidence of " + count(damaged, all).toLowerCase(Locale.ROOT) + " is damaged"
                            : "The run is damaged",
                    "What is shown is what the log says." + rest,
                    counts);
        }
        if (notRun > 0 && notRun == all) {
            return new Banner(
                    Face.of(Verdict.NOT_RUN),
                    "Broken off before a cell was judged",
                    "No cell came to a verdict: nothing is proved.",
                    counts);
        }
        return notRun > 0
                ? new Banner(
                        Face.of(Verdict.NOT_RUN),
                        "Broken off after " + (all - notRun) + " of " + all + " cells",
                        "Every cell that was judged kept its promises; the rest was not run.",
                        counts)
                : new Banner(
                        Face.of(Verdict.PASS),
                        all == 1 ? "The one cell kept every promise" : "All " + all + " cells kept every promise",
                        "Every fault landed with its proof, and " + ended(run) + ".",
                        counts);
    }

    /** Of a target without a model nothing was predicted. */
    private static String ended(SavedRun run) {
        return run.verdicts().stream().allMatch(verdict -> verdict.expected() != null)
                ? "both databases ended as predicted"
                : "the target's own checks held";
    }

    private static Banner known(KnownDefect defect, List<Count> counts) {
        return new Banner(
                Face.of(defect.asExpected() ? Verdict.PASS : Verdict.INCONCLUSIVE),
                defect.absent() ? "The expected violation did not show" : "As expected, with its known defect",
                "The target's file expects a violation of " + defect.check()
                        + "; each cell keeps the verdict it has. Of the whole: " + defect.line() + ".",
                counts);
    }

    private static String section(Verdict verdict) {
        return switch (verdict) {
            case VIOLATION, ERROR -> "failing";
            case INCONCLUSIVE -> "inconclusive";
            case NOT_RUN -> "notrun";
            case PASS -> "passed";
        };
    }

    private static String count(int some, int all) {
        return all == 1 ? "The one cell" : some + " of " + all + " cells";
    }

    private static String rest(int notRun) {
        return notRun == 0 ? "" : " The run was broken off: " + notRun + " cells were not run.";
    }

    private static String unconfirmed(int damaged) {
        return damaged == 0
                ? ""
                : " Of " + damaged + (damaged == 1 ? " verdict" : " verdicts")
                        + " the evidence is missing or damaged: nothing confirms them; run the cells again.";
    }

    private static String flaws(SavedRun run) {
        return run.flaws().isEmpty()
                ? ""
                : " Files of the run are missing or damaged: " + run.flaws().get(0) + ".";
    }

    private static String percent(int part, int all) {
        return String.format(Locale.ROOT, "%.3f%%", all == 0 ? 0 : 100.0 * part / all);
    }
}
