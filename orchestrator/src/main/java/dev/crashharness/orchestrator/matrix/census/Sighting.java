package dev.crashharness.orchestrator.matrix.census;

import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.publisher.protocol.Contract;

/**
 * A point that somebody announced, or a frame that lay in the relay.
 *
 * @param point as it was announced; perhaps none that the grammar knows
 * @param hit 1-based
 * @param documented whether there is a model that may refuse a cell there
 * @param unnamed why no cell of its target may fall there, as a sentence; empty when one may
 */
public record Sighting(Contract contract, Actor actor, String point, int hit, boolean documented, String unnamed) {
    /** The canonical id of the cell that kills there: the process that is parked, or the worker whose frame it is. */
    public String cell() {
        return contract.id() + "/" + actor.id() + "@" + point + (hit == 1 ? "" : "#" + hit)
                + (actor == Actor.WIRE ? "=" + Action.KILL_WORKER.id() : "");
    }

    /** Why no cell can be planned there, as the end of a sentence; empty when one can. */
    String obstacle() {
        try {
            PlannedCell.of(Cell.parse(cell()), documented);
            return unnamed.isEmpty() ? "" : cell() + ": " + unnamed;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }
}
