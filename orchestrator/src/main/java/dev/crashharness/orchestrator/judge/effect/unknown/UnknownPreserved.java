package dev.crashharness.orchestrator.judge.effect.unknown;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Request;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Attempt;
import dev.crashharness.orchestrator.judge.check.AuditTrail;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.Expected;
import dev.crashharness.orchestrator.judge.model.publisher.Promise;
import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.publisher.protocol.Contract;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A timeout may become a failure only if the operation could not have taken effect (jepsen-io/jepsen#120, Barre/ZeroFS#487);
 * takeovers erase it by resetting the row (rails/solid_queue#422, hapifhir/hapi-fhir#2512) or by running again what was
 * called "never started" (aws-powertools/powertools-lambda-python#1387).
 */
public final class UnknownPreserved implements Check {
    private static final String UNKNOWN = TaskState.UNKNOWN.id();
    /** How an unknown may end: by a receipt, or by an answer that proves that other content holds the operation. */
    private static final List<String> ANSWERED = List.of("succeeded", "conflict");

    @Override
    public String name() {
        return "unknown_preserved";
    }

    @Override
    public String promise() {
        return "An outcome that cannot be known stays recorded as unknown until a receipt proves it.";
    }

    @Override
    public CheckResult examine(Trial trial) {
        return rewrittenAttempt(trial)
                .or(() -> Unanswered.closedAsKnown(trial))
                .or(() -> resent(trial))
                .or(() -> forgotten(trial))
                .or(() -> lost(trial))
                .<CheckResult>map(Broken::new)
                .orElseGet(() -> wasAnyUnknown(trial)
                        ? new Held("every unknown outcome is still on record")
                        : new NotExercised("no outcome was ever unknown"));
    }

    private static Optional<String> rewrittenAttempt(Trial trial) {
        return trial.audit().of("attempt").rows().stream()
                .filter(row -> row.action().equals("delete") || erases(row, "outcome"))
                .findFirst()
                .map(row -> "attempt %s: outcome %s, then %s to %s at audit %d"
                        .formatted(
                                row.textBefore("attempt"),
                                row.textBefore("outcome"),
                                row.action(),
                                row.textAfter("outcome"),
                                row.seq()));
    }

    private static boolean erases(Audit row, String column) {
        return UNKNOWN.equals(row.textBefore(column)) && !UNKNOWN.equals(row.textAfter(column));
    }

    /**
     * Where nothing is deduped the first attempt is the only one that may ever be sent for a task, whatever became of it. A
     * request that the relay doubled by order of the schedule is one attempt.
     */
    private static Optional<String> resent(Trial trial) {
        Stream<String> reached = trial.latest().stream()
                .flatMap(copy -> trial.workersRequests(copy.ledger()).stream())
                .map(Request::attempt);
        Stream<String> left = trial.publishFrames().map(frame -> frame.get("attempt"));
        long sent = Stream.concat(reached, left).distinct().count();
        Contract contract = trial.cell().contract();
        return !Promise.of(contract).dedups() && sent > 1
                ? Optional.of("%d publish requests under %s, where an unanswered one may never be repeated"
                        .formatted(sent, contract.id()))
                : Optional.empty();
    }

    private static Optional<String> forgotten(Trial trial) {
        return trial.audit().of("task").changesOf("state").stream()
                .filter(row -> UNKNOWN.equals(row.textBefore("state")))
                .filter(row -> !ANSWERED.contains(row.textAfter("state")) || lacksReceipt(trial, row))
                .findFirst()
                .map(row -> "task: unknown became %s at audit %d without a receipt"
                        .formatted(row.textAfter("state"), row.seq()));
    }

    private static boolean lacksReceipt(Trial trial, Audit row) {
        return "succeeded".equals(row.textAfter("state"))
                && trial.latest()
                        .flatMap(copy -> copy.store().intent())
                        .filter(intent -> Objects.nonNull(intent.receipt()))
                        .isEmpty();
    }

    private static Optional<String> lost(Trial trial) {
        boolean expected = trial.ends(Expected::state).equals(List.of(TaskState.UNKNOWN));
        boolean asPlanned = trial.allLanded() && trial.history().ending().kind() == Ending.Kind.FINISHED;
        return expected && asPlanned ? trial.end().flatMap(UnknownPreserved::lost) : Optional.empty();
    }

    private static Optional<String> lost(Snapshot end) {
        String state = end.store().task().map(task -> task.state()).orElse("none");
        if (!state.equals(UNKNOWN)) {
            return Optional.of("the outcome cannot be known here, but the task ended " + state);
        }
        return end.store().attempts().stream().anyMatch(UnknownPreserved::isEvident)
                ? Optional.empty()
                : Optional.of("the task is unknown, but no attempt is recorded as unknown with its evidence");
    }

    private static boolean isEvident(Attempt attempt) {
        return attempt.outcome().equals(UNKNOWN)
                && attempt.evidence() != null
                && !attempt.evidence().isBlank();
    }

    private static boolean wasAnyUnknown(Trial trial) {
        AuditTrail audit = trial.audit();
        return audit.of("attempt").rows().stream().anyMatch(row -> UNKNOWN.equals(row.textAfter("outcome")))
                || audit.of("task").rows().stream().anyMatch(row -> UNKNOWN.equals(row.textAfter("state")));
    }
}
