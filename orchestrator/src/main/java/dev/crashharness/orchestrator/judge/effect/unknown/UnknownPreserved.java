package dev.crashharness.orchestrator.judge.effect.unknown;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Request;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Attempt;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Compensation;
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
import dev.crashharness.orchestrator.schedule.person.Resolution;
import dev.crashharness.publisher.protocol.Contract;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A timeout may become a failure only if the operation could not have taken effect (jepsen-io/jepsen#120, Barre/ZeroFS#487);
 * takeovers erase it by resetting the row (rails/solid_queue#422, hapifhir/hapi-fhir#2512) or by running again what was
 * called "never started" (aws-powertools/powertools-lambda-python#1387).
 */
public final class UnknownPreserved implements Check {
    private static final String UNKNOWN = TaskState.UNKNOWN.id();
    private static final String COMPENSATING = TaskState.COMPENSATING.id();
    /** What may only be left for a reason that is on record. */
    private static final List<String> OPEN = List.of(UNKNOWN, COMPENSATING);

    /** All that the audit has of an attempt. */
    private static final List<String> ATTEMPT =
            List.of("outcome", "evidence", "receipt", "attempt", "operation", "generation", "owner");

    @Override
    public String name() {
        return "unknown_preserved";
    }

    @Override
    public String promise() {
        return "An outcome that cannot be known stays recorded as unknown until a receipt proves it or a person"
                + " decides, who has asked the publisher where it can be asked, and whose word the ledger did not"
                + " contradict when it was said.";
    }

    @Override
    public Set<EventType> provesByAbsenceOf() {
        return Set.of(EventType.REQUEST, EventType.REPLY);
    }

    @Override
    public CheckResult examine(Trial trial) {
        return rewrittenAttempt(trial)
                .or(() -> Unanswered.closedAsKnown(trial))
                .or(() -> resent(trial))
                .or(() -> forgotten(trial))
                .or(() -> lost(trial))
                .or(() -> FalseWord.of(trial))
                .or(() -> Unasked.of(trial))
                .<CheckResult>map(Broken::new)
                .orElseGet(() -> wasAnyUnknown(trial)
                        ? new Held("every unknown outcome is still on record"
                                + FalseWord.overtaken(trial)
                                        .map(word -> "; " + word)
                                        .orElse(""))
                        : new NotExercised("no outcome was ever unknown"));
    }

    /**
     * Its evidence too is what was known then: whatever is written over an unknown attempt, says less of it. A write that
     * leaves all as it was says the same.
     */
    private static Optional<String> rewrittenAttempt(Trial trial) {
        return trial.audit().of("attempt").rows().stream()
                .filter(row -> row.action().equals("delete")
                        || (UNKNOWN.equals(row.textBefore("outcome"))
                                && rewrittenColumn(row).isPresent()))
                .findFirst()
                .map(row -> "attempt %s: outcome %s, then %s to %s at audit %d%s"
                        .formatted(
                                row.textBefore("attempt"),
                                row.textBefore("outcome"),
                                row.action(),
                                row.textAfter("outcome"),
                                row.seq(),
                                whatElse(row)));
    }

    private static Optional<String> rewrittenColumn(Audit row) {
        return ATTEMPT.stream()
                .filter(column -> AuditTrail.changes(row, column))
                .findFirst();
    }

    private static String whatElse(Audit row) {
        return rewrittenColumn(row)
                .filter(column -> !column.equals("outcome"))
                .map(column -> ": its %s was '%s' and is '%s'"
                        .formatted(column, row.textBefore(column), row.textAfter(column)))
                .orElse("");
    }

    /**
     * Where nothing is deduped the first attempt is the only one that may ever be sent for a task, whatever became of it. A
     * request that the relay doubled by order of the schedule is one attempt.
     */
    private static Optional<String> resent(Trial trial) {
        return resent(trial, "publish", trial.publishFrames(), trial::workersRequests)
                .or(() -> resent(trial, "cancel", trial.cancelFrames(), Trial::cancelRequests));
    }

    private static Optional<String> resent(
            Trial trial, String kind, Stream<Event> frames, Function<LedgerImage, List<Request>> requests) {
        Stream<String> reached = trial.latest().stream()
                .flatMap(copy -> requests.apply(copy.ledger()).stream())
                .map(Request::attempt);
        long sent = Stream.concat(reached, frames.map(frame -> frame.get("attempt")))
                .distinct()
                .count();
        Contract contract = trial.cell().contract();
        return !Promise.of(contract).dedups() && sent > 1
                ? Optional.of("%d %s requests under %s, where an unanswered one may never be repeated"
                        .formatted(sent, kind, contract.id()))
                : Optional.empty();
    }

    private static Optional<String> forgotten(Trial trial) {
        Optional<StoreImage> store = trial.latest().map(Snapshot::store);
        return trial.audit().of("task").changesOf("state").stream()
                .filter(row -> OPEN.contains(String.valueOf(row.textBefore("state"))))
                .filter(row -> store.filter(image -> mayBecome(image, row)).isEmpty())
                .findFirst()
                .map(row -> "task: %s became %s at audit %d without %s"
                        .formatted(row.textBefore("state"), row.textAfter("state"), row.seq(), reason(row)));
    }

    /** By a receipt, by an answer that proves that other content holds the operation, or by what a person is on record for. */
    private static boolean mayBecome(StoreImage store, Audit row) {
        boolean compensating = COMPENSATING.equals(row.textBefore("state"));
        return switch (String.valueOf(row.textAfter("state"))) {
            case "succeeded" ->
                !compensating
                        && store.intent()
                                .filter(intent -> Objects.nonNull(intent.receipt()))
                                .isPresent();
            case "conflict" -> !compensating;
            case "failed" -> !compensating && isDecided(store, Resolution.NOT_EXECUTED);
            case "compensating" -> isDecided(store, Resolution.COMPENSATE);
            // What they rest on is the concern of compensation_recorded.
            case "compensated", "compensation_failed" -> compensating;
            default -> false;
        };
    }

    /** A decision without a name, or a denial without a reason, is nobody's. */
    private static boolean isDecided(StoreImage store, Resolution as) {
        return store.decided()
                .resolution()
                .filter(row -> row.kind().equals(as.kind()))
                .filter(row -> isSaid(row.resolvedBy()) && isSaid(row.evidence()))
                .filter(row -> as != Resolution.NOT_EXECUTED || isSaid(row.because()))
                .isPresent();
    }

    private static String reason(Audit row) {
        return switch (String.valueOf(row.textAfter("state"))) {
            case "failed", "compensating" -> "a person who says so, with name, evidence and reason";
            case "compensated", "compensation_failed" -> "a person who wants it undone";
            default -> "a receipt";
        };
    }

    private static Optional<String> lost(Trial trial) {
        List<TaskState> ends = trial.ends(Expected::state);
        boolean asPlanned = trial.allLanded() && trial.history().ending().kind() == Ending.Kind.FINISHED;
        return asPlanned && ends.size() == 1 && OPEN.contains(ends.get(0).id())
                ? trial.end().flatMap(end -> lost(end, ends.get(0).id()))
                : Optional.empty();
    }

    private static Optional<String> lost(Snapshot end, String expected) {
        String state = end.store().task().map(task -> task.state()).orElse("none");
        if (!state.equals(expected)) {
            return Optional.of("the outcome cannot be known here, but the task ended " + state);
        }
        Optional<String> undoing = end.store().decided().compensation().map(Compensation::operation);
        return end.store().attempts().stream()
                        .filter(attempt -> state.equals(UNKNOWN)
                                || undoing.filter(attempt.operation()::equals).isPresent())
                        .anyMatch(UnknownPreserved::isEvident)
                ? Optional.empty()
                : Optional.of(
                        "the task is %s, but no attempt is recorded as unknown with its evidence".formatted(state));
    }

    private static boolean isEvident(Attempt attempt) {
        return attempt.outcome().equals(UNKNOWN) && isSaid(attempt.evidence());
    }

    private static boolean isSaid(String text) {
        return text != null && !text.isBlank();
    }

    private static boolean wasAnyUnknown(Trial trial) {
        AuditTrail audit = trial.audit();
        return audit.of("attempt").rows().stream().anyMatch(row -> UNKNOWN.equals(row.textAfter("outcome")))
                || audit.of("task").rows().stream().anyMatch(row -> UNKNOWN.equals(row.textAfter("state")));
    }
}
