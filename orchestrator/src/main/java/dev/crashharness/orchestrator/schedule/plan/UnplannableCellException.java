package dev.crashharness.orchestrator.schedule.plan;

import dev.crashharness.orchestrator.schedule.Cell;

/** A cell is spelled correctly, but no run could carry it out. The message is one sentence with cell and reason. */
public final class UnplannableCellException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String cell;

    public UnplannableCellException(Cell cell, String reason) {
        super("cannot plan '" + cell.print() + "': " + reason);
        this.cell = cell.print();
    }

    /** The canonical id. */
    public String cell() {
        return cell;
    }
}
