package dev.crashharness.orchestrator.judge.effect;

import static java.util.stream.Collectors.toSet;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.LedgerImage.Request;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Attempt;
import dev.crashharness.orchestrator.judge.check.AuditTrail;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.schedule.Action;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Client libraries re-send by themselves, with no record above them (com-lihaoyi/requests-scala#6, nahi/httpclient#142). */
public final class AttemptsMatchWire implements Check {
    @Override
    public String name() {
        return "attempts_match_wire";
    }

    @Override
    public String promise() {
        return "No request, of a cancel neither, without an attempt row written before it, and no attempt sent twice.";
    }

    @Override
    public Set<EventType> provesByAbsenceOf() {
        return Set.of(EventType.REQUEST);
    }

    /** Only the copy of the end can stand beside the whole of the wire. */
    @Override
    public CheckResult examine(Trial trial) {
        return trial.end()
                .map(copy -> examine(trial, copy))
                .orElseGet(() -> new NotExercised("no readable copy of the end"));
    }

    private static CheckResult examine(Trial trial, Snapshot copy) {
        List<Event> frames =
                Stream.concat(trial.publishFrames(), trial.cancelFrames()).toList();
        List<String> wire = frames.stream().map(AttemptsMatchWire::attempt).toList();
        Stream<String> logged = Stream.concat(
                        trial.workersRequests(copy.ledger()).stream(), Trial.cancelRequests(copy.ledger()).stream())
                .map(Request::attempt);
        List<String> sent = Stream.concat(wire.stream(), logged).toList();
        Set<String> recorded = recorded(copy.store());
        return unrecorded(sent, recorded)
                .or(() -> repeated(frames))
                .<CheckResult>map(Broken::new)
                .orElseGet(() -> sent.isEmpty()
                        ? new NotExercised("nothing was sent")
                        : new Held("%d requests on the wire, %d attempt rows".formatted(wire.size(), recorded.size())));
    }

    /** A row that is there without its insert in the audit was not written by this worker's schema. */
    private static Set<String> recorded(StoreImage store) {
        Set<String> inserted = new AuditTrail(store.audit())
                .of("attempt").inserts().stream()
                        .map(row -> row.textAfter("attempt"))
                        .collect(toSet());
        return store.attempts().stream()
                .map(Attempt::attempt)
                .filter(inserted::contains)
                .collect(toSet());
    }

    private static Optional<String> unrecorded(List<String> sent, Set<String> recorded) {
        return sent.stream()
                .filter(attempt -> !recorded.contains(attempt))
                .findFirst()
                .map(attempt -> "a request of attempt %s was sent, the store has attempts %s"
                        .formatted(attempt, new TreeSet<>(recorded)));
    }

    /** A copy that the relay made by order of the schedule says so itself. */
    private static Optional<String> repeated(List<Event> frames) {
        Set<String> seen = new HashSet<>();
        return frames.stream()
                .filter(frame -> !seen.add(attempt(frame)))
                .filter(frame -> !frame.get("action").equals(Action.DUPLICATE.id()))
                .findFirst()
                .map(frame -> "attempt %s was sent more than once".formatted(attempt(frame)));
    }

    private static String attempt(Event frame) {
        return frame.get("attempt");
    }
}
