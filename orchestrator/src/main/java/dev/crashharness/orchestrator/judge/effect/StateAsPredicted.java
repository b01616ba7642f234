package dev.crashharness.orchestrator.judge.effect;

import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.Prediction;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

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

    /** Where a race is legitimate, the copies must be those of one whole course. */
    @Override
    public CheckResult examine(Trial trial) {
        List<Snapshot> copies = trial.ledgers().stream()
                .filter(copy -> trial.prediction().at(copy.label()).isPresent())
                .toList();
        if (copies.isEmpty()) {
            return new NotExercised("no readable copy to compare");
        }
        List<String> differences = trial.prediction()
                .courses()
                .map(course -> differences(course, copies))
                .min(Comparator.comparingInt(List::size))
                .orElseThrow();
        return differences.isEmpty()
                ? new Held("%d copies are as predicted".formatted(copies.size()))
                : new Broken(String.join("; ", differences));
    }

    private static List<String> differences(Prediction course, List<Snapshot> copies) {
        return copies.stream()
                .flatMap(copy -> course.at(copy.label())
                        .map(expected -> Comparison.of(copy, expected).differences().stream())
                        .orElse(Stream.empty()))
                .toList();
    }
}
