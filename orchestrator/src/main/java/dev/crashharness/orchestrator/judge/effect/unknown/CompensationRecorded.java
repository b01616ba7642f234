package dev.crashharness.orchestrator.judge.effect.unknown;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Cancellation;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Request;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Compensation;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Decided;
import dev.crashharness.orchestrator.judge.check.AuditTrail;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.schedule.person.Resolution;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A compensation that failed was recorded as done (AnthropicBots/compressor#1561, hoangdaochuz/booking#39); an original that
 * came after its cancel held its resource for ever (apache/incubator-seata#5256, #4530).
 */
public final class CompensationRecorded implements Check {
    @Override
    public String name() {
        return "compensation_recorded";
    }

    @Override
    public String promise() {
        return "What people have said is on record once; a compensation has its own operation, attempts and receipt; only that"
                + " receipt makes it done, and neither it nor what comes later touches the original.";
    }

    @Override
    public Set<EventType> provesByAbsenceOf() {
        return Set.of(EventType.REQUEST);
    }

    @Override
    public CheckResult examine(Trial trial) {
        return trial.latest().map(copy -> examine(trial, copy)).orElseGet(() -> new NotExercised("no readable copy"));
    }

    private static CheckResult examine(Trial trial, Snapshot latest) {
        List<Request> cancels = Trial.cancelRequests(latest.ledger());
        Optional<Compensation> compensation = latest.store().decided().compensation();
        return SaidOnce.objection(trial.audit())
                .or(() -> misread(trial))
                .or(() -> unstable(trial, latest))
                .or(() -> unprepared(trial, latest.store()))
                .or(() -> touched(trial, latest.store()))
                .or(() -> outlived(new AuditTrail(latest.ledger().audit())))
                .<CheckResult>map(Broken::new)
                .orElseGet(() -> compensation.isEmpty() && cancels.isEmpty()
                        ? unneeded(latest.store().decided())
                        : new Held("the compensation is %s, with %d cancel requests and %d cancellations"
                                .formatted(
                                        compensation.map(Compensation::state).orElse("not stored"),
                                        cancels.size(),
                                        latest.ledger().cancellations().size())));
    }

    private static CheckResult unneeded(Decided decided) {
        return decided.approval().isEmpty() && decided.resolution().isEmpty()
                ? new NotExercised("nobody said anything, and nothing was to be undone")
                : new Held("what was said is on record once, and nothing was to be undone");
    }

    /** In each copy the task must read as what the publisher has answered. */
    private static Optional<String> misread(Trial trial) {
        return trial.copies().stream().flatMap(copy -> misread(copy).stream()).findFirst();
    }

    private static Optional<String> misread(Snapshot copy) {
        String state = copy.store().task().map(task -> task.state()).orElse("none");
        Optional<Compensation> row = copy.store().decided().compensation();
        boolean right =
                switch (state) {
                    case "compensated" -> row.filter(each -> isDone(copy, each)).isPresent();
                    case "compensation_failed" ->
                        row.filter(each -> each.state().equals("refused") && isRefused(copy, each))
                                .isPresent();
                    case "compensating" ->
                        row.filter(each -> !each.state().equals("prepared")).isEmpty();
                    default -> row.isEmpty();
                };
        return right
                ? Optional.empty()
                : Optional.of("%s: the task is %s, its compensation is %s, and the ledger holds %s"
                        .formatted(
                                copy.label(),
                                state,
                                row.map(CompensationRecorded::describe).orElse("not stored"),
                                describe(copy.ledger().cancellations())));
    }

    private static boolean isDone(Snapshot copy, Compensation row) {
        return row.state().equals("done")
                && copy.ledger().cancellations().stream()
                        .filter(each -> each.operation().equals(row.operation())
                                && each.original().equals(row.original()))
                        .anyMatch(each -> each.receipt().equals(row.receipt()));
    }

    private static boolean isRefused(Snapshot copy, Compensation row) {
        return Trial.cancelRequests(copy.ledger()).stream()
                .filter(request -> request.operation().equals(row.operation()))
                .anyMatch(request -> !"receipt".equals(request.outcome()));
    }

    /** One id, its own, from the row to the publisher's books. */
    private static Optional<String> unstable(Trial trial, Snapshot latest) {
        Optional<Audit> rewritten = trial.audit().of("compensation").rows().stream()
                .skip(1)
                .filter(row -> !row.action().equals("update")
                        || AuditTrail.changes(row, "operation")
                        || AuditTrail.changes(row, "original"))
                .findFirst();
        if (rewritten.isPresent()) {
            Audit row = rewritten.get();
            return Optional.of("compensation: audit %d, %s of operation %s to %s"
                    .formatted(row.seq(), row.action(), row.textBefore("operation"), row.textAfter("operation")));
        }
        TreeSet<String> sent = new TreeSet<>();
        trial.cancelFrames().forEach(frame -> sent.add(frame.get("operation")));
        Trial.cancelRequests(latest.ledger()).forEach(request -> sent.add(request.operation()));
        String own = latest.store()
                .decided()
                .compensation()
                .map(Compensation::operation)
                .orElse("none");
        boolean borrowed = latest.store()
                .intent()
                .filter(intent -> intent.operation().equals(own))
                .isPresent();
        return borrowed || !List.of(own).containsAll(sent)
                ? Optional.of("the cancels carried operations %s, the compensation has %s, the original %s"
                        .formatted(
                                sent,
                                own,
                                latest.store()
                                        .intent()
                                        .map(intent -> intent.operation())
                                        .orElse("none")))
                : Optional.empty();
    }

    /** An attempt row is durable before its first byte, so that its place in the audit tells. */
    private static Optional<String> unprepared(Trial trial, StoreImage store) {
        long preparedAt = trial.audit().of("compensation").inserts().stream()
                .mapToLong(Audit::seq)
                .min()
                .orElse(Long.MAX_VALUE);
        Optional<String> own = store.decided().compensation().map(Compensation::operation);
        return trial.audit().of("attempt").inserts().stream()
                .filter(row -> own.filter(each -> each.equals(row.textAfter("operation")))
                        .isPresent())
                .filter(row -> row.seq() < preparedAt)
                .findFirst()
                .map(row -> "attempt %s to cancel was recorded at audit %d, before the compensation was stored"
                        .formatted(row.textAfter("attempt"), row.seq()));
    }

    /** What was known of the original when a person decided stays as it was. */
    private static Optional<String> touched(Trial trial, StoreImage store) {
        Optional<String> original = store.intent().map(intent -> intent.operation());
        long decidedAt = trial.audit().of("resolution").inserts().stream()
                .filter(row -> Resolution.COMPENSATE.kind().equals(row.textAfter("kind")))
                .mapToLong(Audit::seq)
                .min()
                .orElse(Long.MAX_VALUE);
        Stream<Audit> later = trial.audit().rows().stream().filter(row -> row.seq() > decidedAt);
        return later.filter(row -> row.table().equals("intent")
                        || (row.table().equals("attempt")
                                && original.filter(each -> each.equals(operation(row)))
                                        .isPresent()))
                .findFirst()
                .map(row -> "the original was to be undone at audit %d, then %s of %s at audit %d: its record is closed"
                        .formatted(decidedAt, row.action(), row.table(), row.seq()));
    }

    private static String operation(Audit row) {
        return row.textAfter("operation") == null ? row.textBefore("operation") : row.textAfter("operation");
    }

    /** What was cancelled must make no effect any more, whoever sends it and however late. */
    private static Optional<String> outlived(AuditTrail ledger) {
        return ledger.of("cancellation").inserts().stream()
                .flatMap(cancel -> ledger.of("effect").inserts().stream()
                        .filter(effect -> effect.seq() > cancel.seq())
                        .filter(effect -> effect.textAfter("operation").equals(cancel.textAfter("original")))
                        .map(effect ->
                                "operation %s was cancelled at audit %d of the ledger, and took effect at audit %d"
                                        .formatted(effect.textAfter("operation"), cancel.seq(), effect.seq())))
                .findFirst();
    }

    private static String describe(Compensation row) {
        return row.state() + " under " + row.operation() + " with "
                + (row.receipt() == null ? "no receipt" : "receipt " + row.receipt());
    }

    private static String describe(List<Cancellation> cancellations) {
        return cancellations.isEmpty()
                ? "no cancellation"
                : "cancellations with receipts "
                        + cancellations.stream().map(Cancellation::receipt).toList();
    }
}
