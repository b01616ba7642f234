package dev.crashharness.orchestrator.judge.check;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.Audit;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.judge.model.Prediction;
import dev.crashharness.orchestrator.schedule.Cell;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is judged: the cell, what the model said of it beforehand, and what was found. */
public record Trial(Cell cell, Prediction prediction, History history) {
    private static final String PUBLISH = "publish";

    /** The copies in which both databases are readable, in the order taken; damage is the concern of one check alone. */
    public List<Snapshot> copies() {
        return history.snapshots().stream().filter(Trial::isReadable).toList();
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

    /** The publish requests that came to the relay, in order. */
    public Stream<Event> publishFrames() {
        return history.events(EventType.REQUEST)
                .filter(event -> event.get("kind").equals(PUBLISH));
    }

    /** The publish requests that reached the publisher's transaction, in commit order. */
    public static List<LedgerImage.Request> publishRequests(LedgerImage ledger) {
        return ledger.requests().stream()
                .filter(request -> request.kind().equals(PUBLISH))
                .toList();
    }

    private static boolean isReadable(Snapshot copy) {
        return copy.store().integrity().equals("ok")
                && copy.ledger().integrity().equals("ok");
    }
}
