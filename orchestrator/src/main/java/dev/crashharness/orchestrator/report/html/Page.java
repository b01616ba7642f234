package dev.crashharness.orchestrator.report.html;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.run.RunFacts;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.story.Moment;
import java.util.Arrays;
import java.util.List;

/**
 * All that the page shows, in its order.
 *
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
        List<String> missing = run.missing();
        int listed = Math.min(MOST_MISSING, missing.size());
        return new Page(
                run.name(),
                run.facts(),
                Banner.of(run),
                HeatMap.of(run),
                Section.of(run, verdict -> verdict == Verdict.VIOLATION || verdict == Verdict.ERROR, FAILING),
                Section.of(run, verdict -> verdict == Verdict.INCONCLUSIVE, INCONCLUSIVE),
                missing.subList(0, listed),
                missing.size() - listed,
                Section.of(run, verdict -> verdict == Verdict.PASS, PASSED),
                Arrays.stream(Moment.Kind.values())
                        .filter(kind -> kind != Moment.Kind.REPLY)
                        .toList());
    }
}
