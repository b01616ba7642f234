package dev.crashharness.orchestrator.evidence;

import dev.crashharness.orchestrator.evidence.own.Observation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything the judge reads of one cell, and nothing else. Saved as {@code history.jsonl} before judging.
 *
 * @param cell the canonical cell id
 * @param events in the order they were noted
 * @param faults one per fault of the schedule, in schedule order
 * @param snapshots in the order taken; the last is {@code final} unless the cell broke off before it
 * @param documented whether both databases follow the documented schemas, so that a model can say what must be in them
 * @param observations the answers to the target's own questions, in the order of its file
 */
public record History(
        String cell,
        List<Event> events,
        List<FaultOutcome> faults,
        List<Snapshot> snapshots,
        Ending ending,
        boolean documented,
        List<Observation> observations) {
    public History {
        events = List.copyOf(events);
        faults = List.copyOf(faults);
        snapshots = List.copyOf(snapshots);
        observations = List.copyOf(observations);
    }

    /** The history of a documented target without questions of its own. */
    public History(
            String cell, List<Event> events, List<FaultOutcome> faults, List<Snapshot> snapshots, Ending ending) {
        this(cell, events, faults, snapshots, ending, true, List.of());
    }

    /** The snapshot called {@code label}. */
    public Optional<Snapshot> snapshot(String label) {
        return snapshots.stream().filter(s -> s.label().equals(label)).findFirst();
    }

    /** The copy taken at the very end. */
    public Optional<Snapshot> last() {
        return snapshot(Snapshot.FINAL);
    }

    /** All events of one type, in order. */
    public Stream<Event> events(EventType type) {
        return events.stream().filter(event -> event.type() == type);
    }
}
