package dev.crashharness.orchestrator.schedule.plan;

import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Action.Kind;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.List;

/**
 * Refuses cells that no run could carry out, before any process starts. Looks at each fault by itself and refuses of
 * their order only what is surely impossible; whether a point is still reached after the faults before it, only a model
 * of the run can tell.
 */
public final class Plan {
    private final Cell cell;

    private Plan(Cell cell) {
        this.cell = cell;
    }

    /**
     * Returns {@code cell}.
     *
     * @throws UnplannableCellException when its parts cannot be combined
     */
    public static Cell check(Cell cell) {
        Plan plan = new Plan(cell);
        FaultRules faults = new FaultRules(cell);
        cell.faults().forEach(faults::check);
        plan.checkFirstFault();
        plan.checkMeetings();
        plan.checkSystemCalls();
        new SettingRules(cell).check();
        new PersonRules(cell).check();
        return cell;
    }

    /** Every other fault may lead to a lookup: a killed worker by its successor, a dropped frame by the same worker. */
    private void checkFirstFault() {
        require(
                cell,
                cell.faults().isEmpty() || cell.faults().get(0).point() != Point.AFTER_LOOKUP,
                "worker@after_lookup is reached only in recovery, so put a fault before it that makes one necessary, such as"
                        + " worker@after_send");
    }

    private void checkMeetings() {
        List<Fault> faults = cell.faults();
        for (int place = 0; place < faults.size(); place++) {
            require(
                    cell,
                    faults.get(place).action().kind() != Kind.MEET || secondRequestCanCome(faults.subList(0, place)),
                    faults.get(place) + " waits for a second request, which a single worker never sends under "
                            + cell.contract().id() + ", so add workers=2, or a pause before it");
        }
    }

    /** A worker that runs already was not started under a tracer. */
    private void checkSystemCalls() {
        List<Fault> faults = cell.faults();
        for (int place = 1; place < faults.size(); place++) {
            require(
                    cell,
                    !faults.get(place).point().isSys() || bringsASuccessor(faults.get(place - 1)),
                    faults.get(place) + " needs a worker that starts after the fault before it, which "
                            + faults.get(place - 1) + " does not bring, so put it first, or behind a worker's death");
        }
    }

    private static boolean bringsASuccessor(Fault fault) {
        Action action = fault.action();
        boolean killsWorker = action.equals(Action.KILL_WORKER)
                || (action.equals(Action.KILL) && fault.point().actor() == Actor.WORKER);
        return killsWorker || action.kind() == Kind.PAUSE;
    }

    /** Where anything may be asked or sent again, a worker that waits in vain makes the second request itself. */
    private boolean secondRequestCanCome(List<Fault> before) {
        return Offer.dedups(cell.contract())
                || Offer.lookup(cell.contract())
                || cell.settings().workers() > 1
                || before.stream().anyMatch(fault -> fault.action().kind() == Kind.PAUSE);
    }

    /** Refuses {@code cell} for {@code reason}, a sentence without its full stop, unless it is {@code possible}. */
    static void require(Cell cell, boolean possible, String reason) {
        if (!possible) {
            throw new UnplannableCellException(cell, reason);
        }
    }
}
