package dev.crashharness.orchestrator.judge.effect;

import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Effect;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Intent;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Task;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.List;
import java.util.Optional;

/**
 * A refusal read as "presumably already committed" loses data while the job stays green (apache/flink#16941, FLINK-23839);
 * a dedup row that is committed before the effect does the same (superlog, stripe/ai#402).
 */
public final class SucceededImpliesEffect implements Check {
    @Override
    public String name() {
        return "succeeded_implies_effect";
    }

    @Override
    public String promise() {
        return "A task that says succeeded has its effect in the publisher's own database.";
    }

    @Override
    public CheckResult examine(Trial trial) {
        List<Snapshot> succeeded = trial.copies().stream()
                .filter(copy -> copy.store()
                        .task()
                        .filter(SucceededImpliesEffect::isSuccess)
                        .isPresent())
                .toList();
        return succeeded.stream()
                .filter(copy -> !hasEffect(copy))
                .findFirst()
                .<CheckResult>map(copy -> new Broken("%s: the task succeeded with receipt %s, the ledger has %s"
                        .formatted(copy.label(), receipt(copy).orElse("none"), effects(copy))))
                .orElseGet(() -> succeeded.isEmpty()
                        ? new NotExercised("the task never succeeded")
                        : new Held("the ledger holds the effect of receipt "
                                + receipt(succeeded.get(0)).orElseThrow()));
    }

    private static boolean isSuccess(Task task) {
        return task.state().equals("succeeded");
    }

    private static boolean hasEffect(Snapshot copy) {
        return receipt(copy).filter(effects(copy)::contains).isPresent();
    }

    private static Optional<String> receipt(Snapshot copy) {
        return copy.store().intent().map(Intent::receipt);
    }

    private static List<String> effects(Snapshot copy) {
        return copy.ledger().effects().stream().map(Effect::receipt).toList();
    }
}
