package dev.crashharness.orchestrator.judge.own;

import dev.crashharness.orchestrator.evidence.own.Observation;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Failed;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.Optional;

/**
 * A check that the target brings, named as in its file. It is a comparison with what its author expects of a finished run,
 * so it is asked only when the faults landed.
 */
public record OwnAnswer(String name) implements Check {
    @Override
    public String promise() {
        return "What the target's file expects is found.";
    }

    @Override
    public boolean needsLandedFaults() {
        return true;
    }

    @Override
    public CheckResult examine(Trial trial) {
        Optional<Observation> answer = trial.history().observations().stream()
                .filter(observation -> observation.check().equals(name))
                .findFirst();
        return answer.map(OwnAnswer::examine).orElseGet(() -> new Failed("it was not asked"));
    }

    private static CheckResult examine(Observation answer) {
        if (!answer.problem().isEmpty()) {
            return new Failed(answer.place() + ": " + answer.problem());
        }
        return answer.found().equals(answer.expected())
                ? new Held("found " + answer.found() + ", as expected")
                : new Broken(answer.place() + ": expected " + answer.expected() + ", found " + answer.found());
    }
}
