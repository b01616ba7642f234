package dev.crashharness.orchestrator.report;

import dev.crashharness.orchestrator.schedule.Cell;

/** A cell id taken apart for tables. */
record CellWords(String cell, String contract, String schedule, String settings) {
    static CellWords of(Cell cell) {
        String id = cell.print();
        String rest = id.substring(id.indexOf('/') + 1);
        int question = rest.indexOf('?');
        return new CellWords(
                id,
                cell.contract().id(),
                question < 0 ? rest : rest.substring(0, question),
                question < 0 ? "" : rest.substring(question + 1));
    }
}
