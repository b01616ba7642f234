package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.stage.Child;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The faults of a schedule, of which the first that was not carried out is armed. */
final class FaultQueue {
    private final List<Fault> faults;
    private final List<FaultOutcome> outcomes = new ArrayList<>();

    FaultQueue(List<Fault> faults) {
        this.faults = List.copyOf(faults);
    }

    /** The fault that waits for its point now. */
    Optional<Fault> armed() {
        return outcomes.size() < faults.size() ? Optional.of(faults.get(outcomes.size())) : Optional.empty();
    }

    /** The 0-based index of the armed fault. */
    int index() {
        return outcomes.size();
    }

    /**
     * The armed fault, when it falls on a process of {@code actor} that stands at {@code point} for the hit-th time.
     *
     * @param meant whether a fault without a number means this process
     */
    Optional<Fault> on(Actor actor, Child child, boolean meant, String point, int hit) {
        return armed().filter(fault -> fault.actor() == actor
                && (fault.number() == Fault.YOUNGEST ? meant : fault.number() == child.number())
                && fault.point().id().equals(point)
                && fault.hit() == hit);
    }

    /** The armed fault, when it falls on the {@code hit}-th frame in {@code direction}. */
    Optional<Fault> onWire(String direction, int hit) {
        return armed().filter(fault ->
                fault.actor() == Actor.WIRE && fault.point().id().equals(direction) && fault.hit() == hit);
    }

    /** Notes what became of the armed fault, and arms the next. */
    void settle(FaultOutcome outcome) {
        outcomes.add(outcome);
    }

    /** One outcome per fault: those that were never carried out say why. */
    List<FaultOutcome> all(String whyNot) {
        List<FaultOutcome> all = new ArrayList<>(outcomes);
        for (Fault fault : faults.subList(outcomes.size(), faults.size())) {
            all.add(new FaultOutcome(fault.print(), "", 0, 0, "", 0, -1, false, whyNot));
        }
        return all;
    }
}
