package dev.crashharness.orchestrator.report.story;

import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.Refusal;
import dev.crashharness.orchestrator.judge.Checks;
import dev.crashharness.orchestrator.judge.Judgement.Finding;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** One cell for a person who has not seen the program: what was broken, expected against found, and what happened. */
public final class Explanation {
    private Explanation() {}

    /**
     * The whole text, a line each, of a verdict that follows from what was saved.
     *
     * @param history what the cell was judged by, if it was saved
     */
    public static List<String> lines(VerdictRecord verdict, Optional<History> history) {
        if (verdict.verdict() == Verdict.NOT_RUN) {
            return notRun(verdict);
        }
        List<String> lines = new ArrayList<>(List.of(verdict.verdict() + "  " + Visible.text(verdict.cell())));
        if (verdict.verdict() == Verdict.PASS) {
            lines.add("  all faults landed and every promise that was put to the test was kept");
            if (!verdict.message().isEmpty()) {
                lines.add("! " + Visible.text(verdict.message()));
            }
        }
        lines.addAll(story(verdict, history, "no history.jsonl was saved for this cell"));
        return lines;
    }

    /**
     * The same of a verdict that nothing confirms: that comes before anything the log says.
     *
     * @param doubt in a word
     * @param why a sentence
     */
    public static List<String> doubted(VerdictRecord verdict, Optional<History> history, String doubt, String why) {
        List<String> lines = new ArrayList<>();
        lines.add(doubt + "  " + Visible.text(verdict.cell()));
        lines.add("! " + Visible.text(why));
        lines.add("! " + verdict.verdict() + " is what the log says, and nothing here confirms it; run the cell again");
        lines.addAll(story(verdict, history, "nothing of its history can be read"));
        return lines;
    }

    private static List<String> story(VerdictRecord verdict, Optional<History> history, String gap) {
        List<String> lines = new ArrayList<>(cause(verdict));
        lines.add("");
        lines.addAll(contrast(verdict));
        lines.add("");
        lines.add("What happened");
        history.ifPresentOrElse(
                saved -> {
                    Narrator.tell(saved).forEach(moment -> lines.add(line(moment)));
                    lines.addAll(refusals(saved));
                },
                () -> lines.add("  nothing is known: " + gap));
        lines.add("");
        lines.add("Again: " + Visible.text(verdict.reproduce()));
        shorter(verdict).ifPresent(words -> lines.add(words));
        return lines;
    }

    /** There is nothing to compare and nothing has happened. */
    private static List<String> notRun(VerdictRecord verdict) {
        List<String> lines = new ArrayList<>();
        lines.add(verdict.verdict() + "  " + Visible.text(verdict.cell()));
        lines.add("  " + Visible.brief(verdict.message()));
        if (verdict.expected() != null) {
            lines.add("  it was expected to end " + verdict.expected().brief());
        }
        lines.add("");
        lines.add("Run it: " + Visible.text(verdict.reproduce()));
        return lines;
    }

    /** What shrinking has found, where it was tried. */
    public static Optional<String> shorter(VerdictRecord verdict) {
        return Optional.ofNullable(verdict.shrunk()).map(shrunk -> Visible.text(shrunk.line()));
    }

    private static List<String> cause(VerdictRecord verdict) {
        if (verdict.verdict() == Verdict.PASS) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add((verdict.check() == null ? "Decided by " : "The first broken promise: ") + verdict.reason());
        promise(verdict.reason()).ifPresent(promise -> lines.add("  promised  " + promise));
        lines.add("  found     " + Visible.brief(verdict.message()));
        List<Finding> more = verdict.checks().stream()
                .filter(finding ->
                        finding.verdict().equals("broken") || finding.verdict().equals("error"))
                .filter(finding -> !finding.check().equals(verdict.check()))
                .toList();
        more.forEach(
                finding -> lines.add("  also broken: " + finding.check() + ": " + Visible.brief(finding.message())));
        return lines;
    }

    /** What the check of this name promises. */
    public static Optional<String> promise(String check) {
        return Checks.all().stream()
                .filter(known -> known.name().equals(check))
                .map(Check::promise)
                .findFirst();
    }

    /** The checks that were broken besides the one that decided. */
    public static List<Finding> alsoBroken(VerdictRecord verdict) {
        return verdict.checks().stream()
                .filter(Explanation::spokeUp)
                .filter(finding -> !finding.check().equals(verdict.check()))
                .toList();
    }

    /** The checks that held or were not exercised. */
    public static List<Finding> others(VerdictRecord verdict) {
        return verdict.checks().stream().filter(finding -> !spokeUp(finding)).toList();
    }

    private static boolean spokeUp(Finding finding) {
        return finding.verdict().equals("broken") || finding.verdict().equals("error");
    }

    private static List<String> contrast(VerdictRecord verdict) {
        List<Contrast.Row> rows = rows(verdict);
        if (rows.isEmpty()) {
            return List.of();
        }
        int width = rows.stream().mapToInt(row -> row.expected().length()).max().orElse(0);
        String form = "%1s %-17s  %-" + Math.max(width, "expected".length()) + "s  %s";
        return Stream.concat(
                        Stream.of(String.format(Locale.ROOT, form, "", "At the end", "expected", "found")),
                        rows.stream()
                                .map(row -> String.format(
                                        Locale.ROOT,
                                        form,
                                        row.differs() ? "!" : "",
                                        row.what(),
                                        row.expected(),
                                        row.found())))
                .map(String::stripTrailing)
                .toList();
    }

    /** Expected against found at the end; nothing for a target whose own checks are all that is known of it; where a race is legitimate there are several right values. */
    public static List<Contrast.Row> rows(VerdictRecord verdict) {
        if (verdict.expected() == null) {
            return List.of();
        }
        List<StateWords> foreseen = Outlook.of(verdict.cell()).at(Snapshot.FINAL);
        // What was predicted before the run counts; the outlook of today only adds its alternatives.
        List<StateWords> allowed = foreseen.contains(verdict.expected()) ? foreseen : List.of(verdict.expected());
        return Contrast.rows(allowed, verdict.observed());
    }

    private static String line(Moment moment) {
        return String.format(
                Locale.ROOT,
                "%1s %7.3f s  %-11s  %s",
                moment.odd() ? "!" : "",
                moment.tNs() / 1e9,
                moment.instance(),
                moment.words());
    }

    private static List<String> refusals(History history) {
        return refused(history).stream().map(words -> "             " + words).toList();
    }

    /** The writes and requests that were refused, as both databases have them on record at the end. */
    public static List<String> refused(History history) {
        return history.last().stream()
                .flatMap(copy -> Stream.concat(
                        copy.store().refusals().stream().map(refusal -> words("the store", refusal)),
                        copy.ledger().refusals().stream().map(refusal -> words("the publisher", refusal))))
                .map(Visible::brief)
                .toList();
    }

    private static String words(String who, Refusal refusal) {
        return "%s refused %s of %s, generation %d: generation %d stood there"
                .formatted(who, refusal.what(), refusal.owner(), refusal.generation(), refusal.foundGeneration());
    }
}
