package dev.crashharness.orchestrator.judge.lease;

import static java.util.stream.Collectors.toSet;

import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Checkpoint;
import dev.crashharness.orchestrator.judge.check.AuditTrail;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A step that was skipped, or committed before the one it builds on, is lost work that no later state shows. */
public final class StepsFormAPrefix implements Check {
    static final List<String> ORDER = List.of("collect", "draft", "verify", "publish");

    @Override
    public String name() {
        return "steps_form_a_prefix";
    }

    @Override
    public String promise() {
        return "At every moment the committed steps are the first ones of collect, draft, verify, publish.";
    }

    @Override
    public CheckResult examine(Trial trial) {
        List<Snapshot> copies = trial.copies();
        return copies.stream()
                .flatMap(copy -> gap(copy).stream())
                .findFirst()
                .<CheckResult>map(Broken::new)
                .orElseGet(() -> copies.stream()
                                .allMatch(copy -> copy.store().checkpoints().isEmpty())
                        ? new NotExercised("no step was committed")
                        : new Held("the steps are a prefix in all %d copies".formatted(copies.size())));
    }

    private static Optional<String> gap(Snapshot copy) {
        Set<String> rows =
                copy.store().checkpoints().stream().map(Checkpoint::step).collect(toSet());
        List<String> committed = new AuditTrail(copy.store().audit())
                .of("checkpoint").inserts().stream()
                        .map(row -> row.textAfter("step"))
                        .distinct()
                        .toList();
        if (!isPrefix(committed)) {
            return Optional.of("%s: steps were committed in the order %s".formatted(copy.label(), committed));
        }
        return rows.equals(Set.copyOf(committed))
                ? Optional.empty()
                : Optional.of("%s: %s were committed, but the rows are %s"
                        .formatted(copy.label(), committed, new TreeSet<>(rows)));
    }

    private static boolean isPrefix(List<String> steps) {
        return steps.size() <= ORDER.size() && steps.equals(ORDER.subList(0, steps.size()));
    }
}
