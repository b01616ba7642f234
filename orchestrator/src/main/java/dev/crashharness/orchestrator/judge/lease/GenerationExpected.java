package dev.crashharness.orchestrator.judge.lease;

import static java.util.stream.Collectors.joining;

import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.Expected;
import java.util.List;

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
        List<Long> expected = trial.ends(Expected::generation);
        return trial.end()
                .flatMap(copy -> copy.store().task())
                .<CheckResult>map(task -> compare(expected, task.generation()))
                .orElseGet(() -> new NotExercised("no readable task at the end"));
    }

    private static CheckResult compare(List<Long> expected, long found) {
        String allowed = expected.stream().map(String::valueOf).collect(joining(" or "));
        return expected.contains(found)
                ? new Held("generation %d, as predicted".formatted(found))
                : new Broken("generation: expected %s, found %d".formatted(allowed, found));
    }
}
