package dev.crashharness.orchestrator.cli.read;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.text.Visible;
import java.util.ArrayList;
import java.util.List;

/** How every command that reads a run takes it, and what it says of one that is not whole. */
final class RunArgument {
    static final String DEFAULT = "crash-results/latest";
    static final String DESCRIPTION =
            "A run directory, or the folder of one of its cells; a copy will do (default: " + DEFAULT + ").";

    private static final int MOST_FLAWS = 10;

    private RunArgument() {}

    /** A sentence for each thing that is wrong with the run's own files, for standard error. */
    static List<String> flaws(SavedRun run) {
        List<String> flaws = new ArrayList<>();
        if (run.torn()) {
            flaws.add("crash-harness: the last line of the log is torn and was left out");
        }
        run.flaws().stream()
                .limit(MOST_FLAWS)
                .forEach(flaw -> flaws.add("crash-harness: " + run.path() + " is damaged: " + Visible.text(flaw)));
        if (run.flaws().size() > MOST_FLAWS) {
            flaws.add("crash-harness: and " + (run.flaws().size() - MOST_FLAWS) + " more of the kind");
        }
        return flaws;
    }

    /** How many cells of a run that was broken off were not run, and of how many its log does not even say that; or nothing. */
    static List<String> brokenOff(SavedRun run) {
        int lost = run.runs() - run.verdicts().size();
        long notRun = run.verdicts().size() - ended(run);
        if (lost == 0 && notRun == 0) {
            return List.of();
        }
        String left = notRun == 0 ? "" : ", " + notRun + (notRun == 1 ? " was not run" : " were not run");
        return List.of("the run was broken off: of " + run.runs() + " cells " + ended(run) + " ended with a verdict"
                + left + (lost == 0 ? "" : ", and of " + lost + " the log says nothing"));
    }

    private static long ended(SavedRun run) {
        return run.verdicts().stream()
                .map(VerdictRecord::verdict)
                .filter(verdict -> verdict != Verdict.NOT_RUN)
                .count();
    }
}
