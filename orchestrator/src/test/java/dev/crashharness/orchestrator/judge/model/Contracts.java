package dev.crashharness.orchestrator.judge.model;

import dev.crashharness.orchestrator.judge.fixture.Cells;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The columns of the tables. */
final class Contracts {
    static final Contract WINDOW = Contract.dedupWindow(Duration.ofHours(24));

    /** D4: all that dedup, and whose window stays open. */
    static final List<Contract> DEDUPING = List.of(Contract.DEDUP_QUERY, Contract.DEDUP_ONLY, WINDOW, Contract.FENCED);

    private Contracts() {}

    /** The window closes before the takeover. */
    static Cell closed(Fault... faults) {
        return Cells.gap(Cells.cell(WINDOW, faults), Duration.ofHours(24));
    }

    /** One row of a table: D4, w-out, query-only, blind; D4 only where its four agree. */
    static String row(Function<Contract, Cell> cell, Cell closed) {
        List<String> four =
                DEDUPING.stream().map(cell).map(Said::row).distinct().toList();
        return String.join(
                " | ",
                String.join(" & ", four),
                Said.row(closed),
                Said.row(cell.apply(Contract.QUERY_ONLY)),
                Said.row(cell.apply(Contract.BLIND)));
    }

    static String row(Fault... faults) {
        return row(contract -> Cells.cell(contract, faults), closed(faults));
    }

    static <T extends Enum<T>> T of(Class<T> type, String word) {
        return Enum.valueOf(type, word.strip().toUpperCase(Locale.ROOT));
    }
}
