package dev.crashharness.orchestrator.judge.effect;

import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.List;
import java.util.Optional;

/** Without the stored intent a successor cannot even ask whether the effect exists (stripe/ai#402, on the order of writes). */
public final class NoEffectBeforeIntent implements Check {
    @Override
    public String name() {
        return "no_effect_before_intent";
    }

    @Override
    public String promise() {
        return "Nothing reaches the publisher before the store holds what is meant to be published, and the approval it needs.";
    }

    @Override
    public CheckResult examine(Trial trial) {
        List<Snapshot> published = trial.copies().stream()
                .filter(NoEffectBeforeIntent::isPublished)
                .toList();
        Optional<String> unapproved = unapproved(trial);
        if (unapproved.isPresent()) {
            return new Broken(unapproved.get());
        }
        return published.stream()
                .filter(copy -> copy.store().intent().isEmpty())
                .findFirst()
                .<CheckResult>map(
                        copy -> new Broken("%s: the ledger has %d effects and %d publish requests, the store no intent"
                                .formatted(
                                        copy.label(),
                                        copy.ledger().effects().size(),
                                        Trial.publishRequests(copy.ledger()).size())))
                .orElseGet(() -> published.isEmpty()
                        ? new NotExercised("nothing reached the publisher")
                        : new Held("the intent is stored in all %d copies with a request".formatted(published.size())));
    }

    /** An attempt row is durable before its first byte, so that its place in the audit tells. */
    private static Optional<String> unapproved(Trial trial) {
        if (trial.cell().settings().approve() == 0) {
            return Optional.empty();
        }
        long approvedAt = trial.audit().of("approval").inserts().stream()
                .mapToLong(Audit::seq)
                .min()
                .orElse(Long.MAX_VALUE);
        return trial.audit().of("attempt").inserts().stream()
                .filter(row -> row.seq() < approvedAt)
                .findFirst()
                .map(row -> "attempt %s was recorded at audit %d, before anybody had approved"
                        .formatted(row.textAfter("attempt"), row.seq()));
    }

    private static boolean isPublished(Snapshot copy) {
        return !copy.ledger().effects().isEmpty()
                || !Trial.publishRequests(copy.ledger()).isEmpty();
    }
}
