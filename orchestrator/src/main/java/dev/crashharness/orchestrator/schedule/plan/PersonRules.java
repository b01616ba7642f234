package dev.crashharness.orchestrator.schedule.plan;

import static dev.crashharness.orchestrator.schedule.person.Resolution.COMPENSATE;

import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.Settings;

/** Which faults and settings need a person who approves or decides, and contradict a cell that has none. */
final class PersonRules {
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
        switch (point) {
            case BEFORE_APPROVAL, DURING_APPROVAL, AFTER_APPROVAL ->
                require(settings.approve() > 0, fault + " needs a task that a person has to approve, so add approve=1");
            case BEFORE_RESOLUTION, DURING_RESOLUTION, AFTER_RESOLUTION ->
                require(
                        settings.resolve().isPresent(),
                        fault + " needs a person who decides what became of an unknown, so add resolve=confirmed,"
                                + " resolve=not-executed or resolve=compensate");
            default ->
                require(
                        !point.compensates() || compensates,
                        fault + " is reached only by a worker that compensates, so add resolve=compensate");
        }
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
