package dev.crashharness.orchestrator.report.html;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.RunFacts;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.story.Moment;
import dev.crashharness.orchestrator.report.text.Visible;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * All that the page shows, in its order.
 *
 * @param damaged cells whose evidence is missing or damaged, as many as are shown, each with what is wrong
 * @param failing violations, then errors
 * @param missing ids of cells that were not run, as many as are shown
 * @param unlisted how many more there are
 * @param marks for the legend of the lanes
 */
public record Page(
        String run,
        RunFacts facts,
        Banner banner,
        HeatMap map,
        List<String> damaged,
        Section failing,
        Section inconclusive,
        List<String> missing,
        int unlisted,
        Section passed,
        List<Moment.Kind> marks) {
    private static final Section.Bounds FAILING = new Section.Bounds(60, 1_000);
    private static final Section.Bounds INCONCLUSIVE = new Section.Bounds(20, 1_000);
    private static final Section.Bounds PASSED = new Section.Bounds(3, 5_000);
    private static final int MOST_MISSING = 500;

    static Page of(SavedRun run) {
        // Those that the run says it did not run, and those of which it could say nothing any more.
        List<String> missing = Stream.concat(
                        run.verdicts().stream()
                                .filter(verdict -> verdict.verdict() == Verdict.NOT_RUN)
                                .map(VerdictRecord::cell),
                        run.missing().stream())
                .toList();
        int listed = Math.min(MOST_MISSING, missing.size());
        return new Page(
                run.name(),
                run.facts(),
                Banner.of(run),
                HeatMap.of(run),
                damaged(run),
                Section.of(run, verdict -> verdict == Verdict.VIOLATION || verdict == Verdict.ERROR, FAILING),
                Section.of(run, verdict -> verdict == Verdict.INCONCLUSIVE, INCONCLUSIVE),
                missing.subList(0, listed),
                missing.size() - listed,
                Section.of(run, verdict -> verdict == Verdict.PASS, PASSED),
                Arrays.stream(Moment.Kind.values())
                        .filter(kind -> kind != Moment.Kind.REPLY)
                        .toList());
    }

    private static List<String> damaged(SavedRun run) {
        return run.damaged().stream()
                .limit(MOST_MISSING)
                .map(verdict ->
                        Visible.text(verdict.cell() + ": " + run.damage(verdict).orElse("")))
                .toList();
    }
}
