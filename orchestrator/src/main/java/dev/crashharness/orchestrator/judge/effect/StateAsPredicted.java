package dev.crashharness.orchestrator.judge.effect;

import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.Expected;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The broadest comparison: it also catches what no single promise has a name for. */
public final class StateAsPredicted implements Check {
    @Override
    public String name() {
        return "state_as_predicted";
    }

    @Override
    public String promise() {
        return "Both databases are, after each fault and at the end, as the model said before the run.";
    }

    @Override
    public boolean needsLandedFaults() {
        return true;
    }

    @Override
    public CheckResult examine(Trial trial) {
        List<String> differences = new ArrayList<>();
        int compared = 0;
        for (Snapshot copy : trial.copies()) {
            Optional<Expected> expected = trial.prediction().at(copy.label());
            if (expected.isPresent()) {
                compared++;
                differences.addAll(Comparison.of(copy, expected.get()).differences());
            }
        }
        if (!differences.isEmpty()) {
            return new Broken(String.join("; ", differences));
        }
        return compared == 0
                ? new NotExercised("no readable copy to compare")
                : new Held("%d copies are as predicted".formatted(compared));
    }
}
