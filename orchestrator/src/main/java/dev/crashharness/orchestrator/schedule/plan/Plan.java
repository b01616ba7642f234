package dev.crashharness.orchestrator.schedule.plan;

import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Expiry;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.orchestrator.schedule.text.DurationText;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;

/**
 * Refuses cells that no run could carry out, before any process starts. Looks at each fault by itself; whether a point is
 * still reached after the faults before it, only a model of the run can tell.
 */
public final class Plan {
    /** Longer real leases would let a person wait for nothing. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

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
        cell.faults().forEach(plan::checkFault);
        plan.checkFirstFault();
        plan.checkWait();
        return cell;
    }

    private void checkFault(Fault fault) {
        checkPoint(fault);
        checkAction(fault);
        require(
                fault.actor() != Actor.WIRE || fault.number() == Fault.YOUNGEST,
                fault + " numbers the wire, of which there is only one, so write wire@"
                        + fault.point().id());
        require(
                fault.actor() != Actor.PUBLISHER,
                fault + " cannot be carried out yet by this version, so use a fault of worker or wire");
        require(
                fault.point() != Point.AFTER_LOOKUP || offersLookup(cell.contract()),
                fault + " is never reached under " + cell.contract().id()
                        + ", which offers no lookup, so choose another contract or point");
    }

    private void checkPoint(Fault fault) {
        Actor owner = fault.point().actor();
        require(
                fault.actor() == owner,
                fault + " names a point of " + owner.id() + ", so write " + owner.id() + "@"
                        + fault.point().id());
    }

    private void checkAction(Fault fault) {
        require(
                fault.action().fits(fault.actor()),
                fault.actor() == Actor.WIRE
                        ? fault + " would kill a frame, so write =kill:worker or =drop behind it"
                        : fault + " is possible only on the wire, so write it at wire@request or wire@reply");
    }

    /** Every other fault may lead to a lookup: a killed worker by its successor, a dropped frame by the same worker. */
    private void checkFirstFault() {
        require(
                cell.faults().isEmpty() || cell.faults().get(0).point() != Point.AFTER_LOOKUP,
                "worker@after_lookup is reached only in recovery, so put a fault before it that makes one necessary, such as"
                        + " worker@after_send");
    }

    private void checkWait() {
        Settings settings = cell.settings();
        require(
                settings.expiry() != Expiry.WAIT || settings.lease().compareTo(LONGEST_WAIT) <= 0,
                "expiry=wait with lease=" + DurationText.print(settings.lease())
                        + " would wait that long for each takeover, so choose a lease of at most "
                        + DurationText.print(LONGEST_WAIT) + " or expiry=skew");
    }

    private static boolean offersLookup(Contract contract) {
        return switch (contract.kind()) {
            case DEDUP_QUERY, DEDUP_WINDOW, FENCED, QUERY_ONLY -> true;
            case DEDUP_ONLY, BLIND -> false;
        };
    }

    private void require(boolean possible, String reason) {
        if (!possible) {
            throw new UnplannableCellException(cell, reason);
        }
    }
}
