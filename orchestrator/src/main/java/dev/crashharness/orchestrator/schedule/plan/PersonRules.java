package dev.crashharness.orchestrator.schedule.plan;

import static dev.crashharness.orchestrator.schedule.person.Resolution.COMPENSATE;

import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.Settings;
import java.util.Set;

/** Which faults and settings need a person who approves or decides, and contradict a cell that has none. */
final class PersonRules {
    private static final Set<Point> APPROVAL =
            Set.of(Point.BEFORE_APPROVAL, Point.DURING_APPROVAL, Point.AFTER_APPROVAL);
    private static final Set<Point> RESOLUTION =
            Set.of(Point.BEFORE_RESOLUTION, Point.DURING_RESOLUTION, Point.AFTER_RESOLUTION);

    private final Cell cell;
    private final Settings settings;

    PersonRules(Cell cell) {
        this.cell = cell;
        this.settings = cell.settings();
    }

    void check() {
        boolean compensates = settings.resolve().filter(COMPENSATE::equals).isPresent();
        require(
                !settings.refusesCancel() || compensates,
                "cancel=refused expects a cancel, but nothing is compensated, so add resolve=compensate");
        require(
                !settings.probe() || !compensates,
                "probe=conflict expects a conflict, but what was cancelled is answered so, whatever its content: leave out"
                        + " one of the two");
        for (Fault fault : cell.faults()) {
            checkStanding(fault, fault.point(), compensates);
            fault.action().until().ifPresent(until -> checkUntil(fault, until, compensates));
        }
    }

    private void checkStanding(Fault fault, Point point, boolean compensates) {
        require(
                !APPROVAL.contains(point) || settings.approve() > 0,
                fault + " needs a task that a person has to approve, so add approve=1");
        require(
                !RESOLUTION.contains(point) || settings.resolve().isPresent(),
                fault + " needs a person who decides what became of an unknown, so add resolve=confirmed,"
                        + " resolve=not-executed or resolve=compensate");
        require(
                !point.compensates() || compensates,
                fault + " is reached only by a worker that compensates, so add resolve=compensate");
    }

    private void checkUntil(Fault fault, Point until, boolean compensates) {
        require(
                !until.compensates() || compensates,
                fault + " waits for a worker that compensates, so add resolve=compensate");
    }

    private void require(boolean possible, String reason) {
        Plan.require(cell, possible, reason);
    }
}
