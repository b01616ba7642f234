package dev.crashharness.orchestrator.judge.check;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.judge.model.Expected;
import dev.crashharness.orchestrator.judge.model.Prediction;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is judged.
 *
 * @param forecast what the model said of the cell beforehand; empty for a target that has no model
 * @param history what was found
 */
public record Trial(Cell cell, Optional<Prediction> forecast, History history) {
    private static final String PUBLISH = "publish";
    private static final String CANCEL = "cancel";
    private static final String LOOKUP = "lookup";
    private static final String OK = "ok";
    private static final String COLLISION = "collision";
    private static final String PROBE = "probe";

    /** The trial of a cell that the model has predicted. */
    public Trial(Cell cell, Prediction prediction, History history) {
        this(cell, Optional.of(prediction), history);
    }

    /** What the model said; only checks that have a model ask. */
    public Prediction prediction() {
        return forecast.orElseThrow();
    }

    /** The copies in which both databases are readable, in the order taken; damage is the concern of one check alone. */
    public List<Snapshot> copies() {
        return history.snapshots().stream().filter(Trial::isReadable).toList();
    }

    /** The copies in which at least the ledger is readable: while a publisher was dead, its worker may have written. */
    public List<Snapshot> ledgers() {
        return history.snapshots().stream()
                .filter(copy -> copy.ledger().integrity().equals(OK))
                .filter(copy -> hasStore(copy) || isLedgerAlone(copy))
                .toList();
    }

    /** Whether the store was not copied, on purpose. */
    public static boolean isLedgerAlone(Snapshot copy) {
        return copy.store().integrity().equals(StoreImage.NOT_COPIED);
    }

    /** The last readable copy. Both audits only grow, so it tells of everything before it too. */
    public Optional<Snapshot> latest() {
        List<Snapshot> copies = copies();
        return copies.isEmpty() ? Optional.empty() : Optional.of(copies.get(copies.size() - 1));
    }

    /** The readable copy taken at the very end. */
    public Optional<Snapshot> end() {
        return history.last().filter(Trial::isReadable);
    }

    /** The store's audit in the last readable copy. */
    public AuditTrail audit() {
        List<Audit> none = List.of();
        return new AuditTrail(latest().map(copy -> copy.store().audit()).orElse(none));
    }

    /** The line of the target's file that says how {@code instance} is started, as the beginning of a sentence; else empty. */
    public String place(String instance) {
        return history.events(EventType.SPAWN)
                .filter(spawn -> spawn.instance().equals(instance))
                .map(spawn -> spawn.get("place"))
                .filter(place -> !place.isEmpty())
                .map(place -> place + ": ")
                .findFirst()
                .orElse("");
    }

    /** What is not in the log of events of these types, as a sentence; empty when it has all of them. */
    public Optional<String> leftOut(Set<EventType> types) {
        Set<String> named = types.stream().map(EventType::id).collect(Collectors.toSet());
        Map<String, Long> counts = history.events(EventType.LEFT_OUT)
                .filter(event -> named.contains(event.get("of")))
                .collect(Collectors.groupingBy(
                        event -> "'" + event.get("of") + "' of " + event.instance(),
                        LinkedHashMap::new,
                        Collectors.summingLong(event -> Long.parseLong(event.get("count")))));
        return counts.entrySet().stream()
                .map(kind -> kind.getValue() + " events " + kind.getKey())
                .reduce((one, other) -> one + ", " + other)
                .map(many -> "the log is partial: " + many + " were left out");
    }

    /** How long the machine has kept a thread waiting at most; empty where that was not measured. */
    public Optional<Long> pauseMs() {
        return history.events(EventType.COPY)
                .map(copy -> copy.get("pause_ms"))
                .filter(pause -> pause.matches("\\d{1,15}"))
                .map(Long::valueOf)
                .max(Long::compare);
    }

    /** What became of the fault at {@code index} (0-based), unless the cell broke off before it. */
    public Optional<FaultOutcome> outcome(int index) {
        List<FaultOutcome> outcomes = history.faults();
        return index < outcomes.size() ? Optional.of(outcomes.get(index)) : Optional.empty();
    }

    /** Whether each fault of the cell was carried out and proved. */
    public boolean allLanded() {
        return history.faults().size() == cell.faults().size()
                && history.faults().stream().allMatch(FaultOutcome::landed);
    }

    /** The publish requests of workers that came to the relay, in order. */
    public Stream<Event> publishFrames() {
        return frames(PUBLISH).filter(event -> !isOfHarness(event.get("attempt")));
    }

    /** The cancel requests that came to the relay, in order. */
    public Stream<Event> cancelFrames() {
        return frames(CANCEL);
    }

    private Stream<Event> frames(String kind) {
        return history.events(EventType.REQUEST)
                .filter(event -> event.get("kind").equals(kind));
    }

    /** The publish requests of workers that reached the publisher's transaction, in commit order. */
    public List<LedgerImage.Request> workersRequests(LedgerImage ledger) {
        return publishRequests(ledger).stream()
                .filter(request -> !isOfHarness(request.attempt()))
                .toList();
    }

    /** All publish requests that reached the publisher's transaction, the harness's too, in commit order. */
    public static List<LedgerImage.Request> publishRequests(LedgerImage ledger) {
        return requests(ledger, PUBLISH);
    }

    /** The cancel requests that reached the publisher's transaction, in commit order. */
    public static List<LedgerImage.Request> cancelRequests(LedgerImage ledger) {
        return requests(ledger, CANCEL);
    }

    /** The questions that the publisher answered, whoever asked, in commit order. */
    public static List<LedgerImage.Request> lookups(LedgerImage ledger) {
        return requests(ledger, LOOKUP);
    }

    private static List<LedgerImage.Request> requests(LedgerImage ledger, String kind) {
        return ledger.requests().stream()
                .filter(request -> request.kind().equals(kind))
                .toList();
    }

    /**
     * Whether the harness itself made this request or frame: it sends the stored operation with other content, at
     * {@code collide} and at {@code probe}. In any other cell such a name is a worker's.
     */
    public boolean isOfHarness(String attempt) {
        return switch (attempt) {
            case COLLISION ->
                cell.faults().stream().anyMatch(fault -> fault.action().equals(Action.COLLIDE));
            case PROBE -> cell.settings().probe();
            default -> false;
        };
    }

    /** Something that a course of the prediction says of the end, without repetition, the likeliest first. */
    public <T> List<T> ends(Function<Expected, T> what) {
        return prediction().ends().stream().map(what).distinct().toList();
    }

    private static boolean isReadable(Snapshot copy) {
        return hasStore(copy) && copy.ledger().integrity().equals(OK);
    }

    private static boolean hasStore(Snapshot copy) {
        return copy.store().integrity().equals(OK);
    }
}
