package dev.crashharness.orchestrator.judge.lease;

import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Claim;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Task;
import dev.crashharness.orchestrator.judge.check.AuditTrail;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * An owner's name is no identity: a worker that claims again under the same name needs a new generation, or its dead
 * predecessor passes every fence (aegra/aegra#547).
 */
public final class GenerationStrictlyIncreases implements Check {
    @Override
    public String name() {
        return "generation_strictly_increases";
    }

    @Override
    public String promise() {
        return "Each claim has a generation of its own, one above the last.";
    }

    @Override
    public CheckResult examine(Trial trial) {
        return trial.latest()
                .map(copy -> examine(copy.store()))
                .orElseGet(() -> new NotExercised("no readable copy of the store"));
    }

    private static CheckResult examine(StoreImage store) {
        List<Long> claimed = store.claims().stream().map(Claim::generation).toList();
        long current = store.task().map(Task::generation).orElse(0L);
        List<Long> counted = LongStream.rangeClosed(1, claimed.size()).boxed().toList();
        if (!claimed.equals(counted)) {
            return new Broken("claims in order: expected generations %s, found %s".formatted(counted, claimed));
        }
        if (current != claimed.size()) {
            return new Broken(
                    "task generation: expected %d for as many claims, found %d".formatted(claimed.size(), current));
        }
        return jump(store)
                .<CheckResult>map(Broken::new)
                .orElseGet(() -> claimed.isEmpty()
                        ? new NotExercised("the task was never claimed")
                        : new Held("claims have the generations %s".formatted(claimed)));
    }

    private static Optional<String> jump(StoreImage store) {
        return new AuditTrail(store.audit())
                .of("task").changesOf("generation").stream()
                        .filter(row -> row.numberAfter("generation") != before(row) + 1)
                        .findFirst()
                        .map(row -> "audit %d: generation went from %d to %d"
                                .formatted(row.seq(), before(row), row.numberAfter("generation")));
    }

    private static long before(Audit row) {
        return row.before().get("generation") instanceof Number number ? number.longValue() : -1;
    }
}
