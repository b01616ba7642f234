package dev.crashharness.orchestrator.judge.effect;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Checkpoint;
import dev.crashharness.orchestrator.judge.check.AuditTrail;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.orchestrator.schedule.text.Payload;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A key minted per attempt charged customers two or three times (akash-network/console#3449, stripe/ai#402); a key over
 * volatile fields does the same after a crash (Adyen/adyen-commercetools#1305). Requests are not compared with the
 * intent's own id: a worker may derive its key from it. What must hold is that it stays the same. Their content is
 * the intent's, and the wording is that of the draft that was saved.
 */
public final class OperationStable implements Check {
    @Override
    public String name() {
        return "operation_stable";
    }

    @Override
    public String promise() {
        return "One piece of work is published under one operation id and with the one payload that is stored, over all generations"
                + " and attempts.";
    }

    @Override
    public Set<EventType> provesByAbsenceOf() {
        return Set.of(EventType.REQUEST);
    }

    @Override
    public CheckResult examine(Trial trial) {
        Set<Sent> sent = sent(trial);
        return rewritten(trial.audit().of("intent"))
                .or(() -> several(sent))
                .or(() -> otherThanStored(trial, sent))
                .or(() -> hashOfAnother(trial))
                .or(() -> otherThanDrafted(trial))
                .or(() -> triedUnderSeveral(trial))
                .or(() -> askedUnderAnother(trial))
                .<CheckResult>map(Broken::new)
                .orElseGet(() -> sent.isEmpty()
                        ? new NotExercised("nothing was sent")
                        : new Held("every request carried operation and payload "
                                + sent.iterator().next()));
    }

    private static Optional<String> rewritten(AuditTrail intents) {
        return intents.rows().stream()
                .filter(row -> !row.equals(intents.rows().get(0)))
                .filter(row -> !row.action().equals("update")
                        || AuditTrail.changes(row, "operation")
                        || AuditTrail.changes(row, "payload_hash"))
                .findFirst()
                .map(row -> "intent: audit %d, %s of operation %s to %s"
                        .formatted(row.seq(), row.action(), row.textBefore("operation"), row.textAfter("operation")));
    }

    private static Set<Sent> sent(Trial trial) {
        Stream<Sent> wire =
                trial.publishFrames().map(frame -> new Sent(frame.get("operation"), frame.get("payload_hash")));
        Stream<Sent> log = trial.latest().map(Snapshot::ledger).map(trial::workersRequests).stream()
                .flatMap(List::stream)
                .map(request -> new Sent(request.operation(), request.payloadHash()));
        return Stream.concat(wire, log).collect(toCollection(LinkedHashSet::new));
    }

    /**
     * Also of tries that died before their first byte: the publisher has seen none of them, or one. Once an undoing is
     * stored nothing is published any more, and what is tried then is the cancel.
     */
    private static Optional<String> triedUnderSeveral(Trial trial) {
        long undoing = trial.audit().of("compensation").inserts().stream()
                .mapToLong(Audit::seq)
                .min()
                .orElse(Long.MAX_VALUE);
        Set<String> tried = trial.audit().of("attempt").rows().stream()
                .filter(row -> row.seq() < undoing && !row.action().equals("delete"))
                .map(row -> row.textAfter("operation"))
                .collect(toCollection(LinkedHashSet::new));
        return tried.size() <= 1
                ? Optional.empty()
                : Optional.of(
                        "the attempts stand under %d operations: %s".formatted(tried.size(), String.join(", ", tried)));
    }

    /** A lookup under another id than was sent is answered not_found, whatever has become of what was sent. */
    private static Optional<String> askedUnderAnother(Trial trial) {
        Optional<LedgerImage> ledger = trial.latest().map(Snapshot::ledger);
        Set<String> known = operations(ledger.map(trial::workersRequests));
        if (known.isEmpty()) {
            return Optional.empty();
        }
        String sent = String.join(", ", known);
        known.addAll(operations(ledger.map(Trial::cancelRequests)));
        known.addAll(compensations(trial));
        return operations(ledger.map(Trial::lookups)).stream()
                .filter(operation -> !known.contains(operation))
                .findFirst()
                .map(operation ->
                        "a lookup asked for operation %s, and what was sent is %s".formatted(operation, sent));
    }

    private static Set<String> operations(Optional<List<LedgerImage.Request>> requests) {
        return requests.stream()
                .flatMap(List::stream)
                .map(LedgerImage.Request::operation)
                .collect(toCollection(LinkedHashSet::new));
    }

    private static List<String> compensations(Trial trial) {
        return trial.audit().of("compensation").inserts().stream()
                .map(row -> row.textAfter("operation"))
                .toList();
    }

    private static Optional<String> several(Set<Sent> sent) {
        return sent.size() <= 1
                ? Optional.empty()
                : Optional.of("the requests carried %d operations or payloads: %s"
                        .formatted(
                                sent.size(), sent.stream().map(Sent::toString).collect(joining(", "))));
    }

    private static Optional<String> otherThanStored(Trial trial, Set<Sent> sent) {
        return trial.latest().flatMap(copy -> copy.store().intent()).flatMap(intent -> sent.stream()
                .filter(request -> !intent.payloadHash().equalsIgnoreCase(request.payloadHash()))
                .findFirst()
                .map(request -> "the requests carried %s, and the payload of the stored intent is %s"
                        .formatted(request, intent.payloadHash())));
    }

    /** The requests carry the hash, and whoever reads the intent sees the text. A worker may keep no text. */
    private static Optional<String> hashOfAnother(Trial trial) {
        return trial.latest()
                .flatMap(copy -> copy.store().intent())
                .filter(intent -> intent.payload() != null && !intent.payload().isEmpty())
                .filter(intent -> !Payload.hash(intent.payload()).equalsIgnoreCase(intent.payloadHash()))
                .map(intent -> "the intent says that the hash of its payload is %s, and it is %s"
                        .formatted(intent.payloadHash(), Payload.hash(intent.payload())));
    }

    /**
     * What a step puts out is the worker's own affair, so that an intent need not be the draft, nor the draft a wording. But a
     * draft that is saved wins over what another worker would have drafted: an intent that has the wording of its owner too is
     * not another's.
     */
    private static Optional<String> otherThanDrafted(Trial trial) {
        Optional<StoreImage> store = trial.latest().map(Snapshot::store);
        Optional<Checkpoint> draft = store.stream()
                .flatMap(image -> image.checkpoints().stream())
                .filter(checkpoint -> checkpoint.step().equals("draft"))
                .findFirst();
        return draft.flatMap(saved -> trial.cell().settings().payloads().entrySet().stream()
                .filter(worker ->
                        !trial.cell().settings().ownerOf(worker.getKey()).equals(saved.owner()))
                .filter(worker -> isNews(worker.getValue(), saved, store.get()))
                .filter(worker -> !saysWhatOwnerWasTold(trial.cell().settings(), saved.owner(), store.get()))
                .findFirst()
                .map(worker -> "the intent says '%s' as worker-%d would have, and the draft that %s had saved does not"
                        .formatted(worker.getValue(), worker.getKey(), saved.owner())));
    }

    private static boolean isNews(String wording, Checkpoint draft, StoreImage store) {
        boolean published = store.intent()
                .map(StoreImage.Intent::payload)
                .filter(text -> text.contains(wording))
                .isPresent();
        boolean asked = store.task()
                .map(StoreImage.Task::payload)
                .filter(text -> text.contains(wording))
                .isPresent();
        return published && !asked && !draft.output().contains(wording);
    }

    /** Several workers may bear one name, and the draft be that of any of them. */
    private static boolean saysWhatOwnerWasTold(Settings settings, String owner, StoreImage store) {
        Stream<String> told = settings.payloads().entrySet().stream()
                .filter(worker -> settings.ownerOf(worker.getKey()).equals(owner))
                .map(Map.Entry::getValue);
        Optional<String> asked = store.task().map(StoreImage.Task::payload);
        String published = store.intent().map(StoreImage.Intent::payload).orElse("");
        return Stream.concat(told, asked.stream()).anyMatch(published::contains);
    }

    private record Sent(String operation, String payloadHash) {
        @Override
        public String toString() {
            return operation + "/" + payloadHash;
        }
    }
}
