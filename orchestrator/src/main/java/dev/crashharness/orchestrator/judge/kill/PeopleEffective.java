package dev.crashharness.orchestrator.judge.kill;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.Optional;

/** Whether people were there as the cell sets it, or it tested something else. */
final class PeopleEffective {
    private PeopleEffective() {}

    static Optional<String> objection(Trial trial) {
        return needlessApproval(trial).or(() -> tooFewApprovals(trial)).or(() -> otherDecision(trial));
    }

    private static Optional<String> needlessApproval(Trial trial) {
        boolean expected = trial.cell().settings().approve() > 0;
        return trial.latest()
                .flatMap(copy -> copy.store().task())
                .filter(task -> task.needsApproval() != expected)
                .map(task -> "needs_approval: expected %s, found %s".formatted(expected, task.needsApproval()));
    }

    /** A command that was killed has said nothing, and was given again. */
    private static Optional<String> tooFewApprovals(Trial trial) {
        boolean asPlanned = trial.allLanded() && trial.history().ending().kind() == Ending.Kind.FINISHED;
        int expected = trial.cell().settings().approve();
        long found = trial.history()
                .events(EventType.REPORTED)
                .filter(event -> event.get("name").equals("approved"))
                .count();
        return asPlanned && found < expected
                ? Optional.of("commands to approve: expected %d, found %d".formatted(expected, found))
                : Optional.empty();
    }

    private static Optional<String> otherDecision(Trial trial) {
        return trial.latest()
                .flatMap(copy -> copy.store().decided().resolution())
                .filter(row -> trial.cell()
                        .settings()
                        .resolve()
                        .filter(resolution -> resolution.kind().equals(row.kind()))
                        .isEmpty())
                .map(row -> "resolution %s: expected %s"
                        .formatted(
                                row.kind(),
                                trial.cell()
                                        .settings()
                                        .resolve()
                                        .map(resolution -> resolution.kind())
                                        .orElse("none")));
    }
}
