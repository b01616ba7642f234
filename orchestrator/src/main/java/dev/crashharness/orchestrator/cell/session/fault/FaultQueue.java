package dev.crashharness.orchestrator.cell.session.fault;

import dev.crashharness.orchestrator.cell.stage.Child;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The faults of a schedule, of which the first that was not carried out is armed. For the deciding thread only. */
public final class FaultQueue {
    private final List<Fault> faults;
    private final EventLog log;
    private final List<FaultOutcome> outcomes = new ArrayList<>();

    /**
     * @param faults in order
     * @param log is told what has become of each
     */
    public FaultQueue(List<Fault> faults, EventLog log) {
        this.faults = List.copyOf(faults);
        this.log = log;
    }

    /** The fault that waits for its point now. */
    public Optional<Fault> armed() {
        return outcomes.size() < faults.size() ? Optional.of(faults.get(outcomes.size())) : Optional.empty();
    }

    /** The 0-based index of the armed fault. */
    public int index() {
        return outcomes.size();
    }

    /**
     * The armed fault, when it falls on a process of {@code actor} that stands at {@code point} for the hit-th time.
     *
     * @param meant whether a fault without a number means this process
     */
    public Optional<Fault> on(Actor actor, Child child, boolean meant, String point, int hit) {
        return armed().filter(fault -> fault.actor() == actor
                && (fault.number() == Fault.YOUNGEST ? meant : fault.number() == child.number())
                && fault.point().id().equals(point)
                && fault.hit() == hit);
    }

    /** The armed fault, when it falls on the {@code hit}-th frame in {@code direction}. */
    public Optional<Fault> onWire(String direction, int hit) {
        return armed().filter(fault ->
                fault.actor() == Actor.WIRE && fault.point().id().equals(direction) && fault.hit() == hit);
    }

    /** Notes what became of the armed fault, and arms the next. */
    public void settle(FaultOutcome outcome) {
        outcomes.add(outcome);
        note(outcome);
    }

    /**
     * The armed fault is under way, and the next is armed: so far this is what has become of it.
     *
     * @return its 0-based index, for {@link #conclude}
     */
    public int begin(FaultOutcome soFar) {
        outcomes.add(soFar);
        return outcomes.size() - 1;
    }

    /** What has become of a fault that was under way. */
    public void conclude(int index, FaultOutcome outcome) {
        outcomes.set(index, outcome);
        note(outcome);
    }

    /** One outcome per fault: those that were never carried out say why. */
    public List<FaultOutcome> all(String whyNot) {
        List<FaultOutcome> all = new ArrayList<>(outcomes);
        for (Fault fault : faults.subList(outcomes.size(), faults.size())) {
            all.add(new FaultOutcome(fault.print(), "", 0, 0, "", 0, -1, false, whyNot));
        }
        return all;
    }

    private void note(FaultOutcome outcome) {
        log.note(
                EventType.FAULT,
                outcome.instance(),
                Map.of(
                        "fault", outcome.fault(),
                        "pid", Long.toString(outcome.pid()),
                        "hit", Integer.toString(outcome.hit()),
                        "signal", outcome.signal(),
                        "signalled_at_ns", Long.toString(outcome.signalledAtNs()),
                        "exit", Integer.toString(outcome.exit()),
                        "landed", Boolean.toString(outcome.landed()),
                        "reason", outcome.reason()));
    }
}
