package dev.crashharness.orchestrator.judge.lease;

import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.judge.check.AuditTrail;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Two guards can hide each other's absence (dbos-inc/dbos-transact-ts#1207), and a commit that is retried as a whole runs a
 * step twice (stroppy-io/stroppy#167). The audit is read because a count over a primary key is always 1.
 */
public final class StepCommittedOnce implements Check {
    @Override
    public String name() {
        return "step_committed_once";
    }

    @Override
    public String promise() {
        return "Each step is committed once, and its checkpoint never changes.";
    }

    @Override
    public CheckResult examine(Trial trial) {
        AuditTrail checkpoints = trial.audit().of("checkpoint");
        return rewritten(checkpoints)
                .or(() -> repeated(checkpoints))
                .<CheckResult>map(Broken::new)
                .orElseGet(() -> checkpoints.rows().isEmpty()
                        ? new NotExercised("no step was committed")
                        : new Held("%d steps, one insert each"
                                .formatted(checkpoints.rows().size())));
    }

    private static Optional<String> rewritten(AuditTrail checkpoints) {
        return checkpoints.rows().stream()
                .filter(row -> !row.action().equals("insert"))
                .findFirst()
                .map(row -> "checkpoint %s of generation %s was written again: audit %d, %s"
                        .formatted(row.textBefore("step"), row.textBefore("generation"), row.seq(), row.action()));
    }

    private static Optional<String> repeated(AuditTrail checkpoints) {
        Map<String, Audit> first = new HashMap<>();
        for (Audit row : checkpoints.inserts()) {
            Audit earlier = first.putIfAbsent(row.textAfter("step"), row);
            if (earlier != null) {
                return Optional.of(
                        "step %s was committed by generation %s (audit %d) and again by generation %s (audit %d)"
                                .formatted(
                                        row.textAfter("step"),
                                        earlier.textAfter("generation"),
                                        earlier.seq(),
                                        row.textAfter("generation"),
                                        row.seq()));
            }
        }
        return Optional.empty();
    }
}
