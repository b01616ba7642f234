package dev.crashharness.orchestrator.judge.kill;

import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * With the kill removed, 18 of 19 checks of a crash suite still passed (commandprompt/pgcolumnar#223), and "died somehow" was
 * taken for the kill (firelock-ai/kin#430).
 */
public final class KillLanded implements Check {
    @Override
    public String name() {
        return "kill_landed";
    }

    @Override
    public String promise() {
        return "Every fault that was reached is proved to have been carried out there, and nobody else killed a child.";
    }

    @Override
    public Verdict verdictWhenBroken() {
        return Verdict.INCONCLUSIVE;
    }

    @Override
    public CheckResult examine(Trial trial) {
        List<Integer> reached = IntStream.range(0, trial.cell().faults().size())
                .filter(index -> PointReached.isReached(trial, index))
                .boxed()
                .toList();
        Optional<String> objection = reached.stream()
                .flatMap(index -> new Proof(trial, index).objection().stream())
                .findFirst()
                .or(() -> ForeignDeath.in(trial.history()));
        if (objection.isPresent()) {
            return new Broken(objection.get());
        }
        return reached.isEmpty()
                ? new NotExercised(
                        trial.cell().faults().isEmpty() ? "the schedule has no fault" : "no fault was reached")
                : new Held("%d of %d faults landed, each with its proof"
                        .formatted(reached.size(), trial.cell().faults().size()));
    }
}
