package dev.crashharness.orchestrator.selftest;

import dev.crashharness.orchestrator.schedule.Cell;
import java.util.List;

/**
 * A planted bug, the schedule that shows it, and the check that must name it.
 *
 * @param target the id of the target that carries it
 * @param bug one line for the table
 */
record Planted(String target, String bug, Cell cell, String check) {
    /** All planted bugs. A new one is added here and in {@code mutant.Mutant}. */
    static final List<Planted> ALL = List.of(
            new Planted(
                    "mutant:M02",
                    "a takeover mints and stores a new operation id",
                    Cell.parse("dedup-query/worker@after_effect"),
                    "operation_stable"),
            new Planted(
                    "mutant:M04",
                    "the id sent is a hash of payload and send time",
                    Cell.parse("dedup-query/worker@after_effect"),
                    "operation_stable"),
            new Planted(
                    "mutant:M10",
                    "a takeover resends on a blind publisher",
                    Cell.parse("blind/worker@after_send"),
                    "unknown_preserved"));

    /** The same cell without its fault: the bug must not show, or it is no crash bug but a broken program. */
    Cell withoutFault() {
        return new Cell(cell.contract(), List.of(), cell.settings());
    }
}
