package dev.crashharness.orchestrator.judge.lease;

import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;

/** A takeover too many is a second worker on live work; one too few is a re-claim that kept its generation (aegra/aegra#547). */
public final class GenerationExpected implements Check {
    @Override
    public String name() {
        return "generation_expected";
    }

    @Override
    public String promise() {
        return "The task was claimed exactly as often as the schedule forces.";
    }

    @Override
    public boolean needsLandedFaults() {
        return true;
    }

    @Override
    public CheckResult examine(Trial trial) {
        long expected = trial.prediction().end().generation();
        return trial.end()
                .flatMap(copy -> copy.store().task())
                .<CheckResult>map(task -> compare(expected, task.generation()))
                .orElseGet(() -> new NotExercised("no readable task at the end"));
    }

    private static CheckResult compare(long expected, long found) {
        return expected == found
                ? new Held("generation %d, as predicted".formatted(found))
                : new Broken("generation: expected %d, found %d".formatted(expected, found));
    }
}
