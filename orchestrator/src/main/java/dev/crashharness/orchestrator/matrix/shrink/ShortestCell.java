package dev.crashharness.orchestrator.matrix.shrink;

import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The way from one failing cell to the shortest: fewer faults, then fewer settings, then simpler faults. Used once. */
public final class ShortestCell {
    private final StillFails<Cell> test;

    /** What is known; no cell is tried twice, and the one that has failed already is not tried at all. */
    private final Map<Cell, Boolean> fails = new HashMap<>();

    private ShortestCell(Cell failing, StillFails<Cell> test) {
        this.test = test;
        fails.put(failing, true);
    }

    /**
     * A cell that still fails and of which no single fault and no single setting can be left out, nor one fault made
     * simpler; {@code failing} itself when nothing shorter fails. Each candidate is tried at most once.
     */
    public static Cell of(Cell failing, StillFails<Cell> test) throws InterruptedException {
        return new ShortestCell(failing, test).shortest(failing);
    }

    /** Whether something could be left out of {@code cell}: one fault alone is what a person wants to see. */
    public static boolean worthTrying(Cell cell) {
        return cell.faults().size() + cell.settings().pairs().size() > 1;
    }

    private Cell shortest(Cell failing) throws InterruptedException {
        Cell before;
        Cell shortest = failing;
        do {
            before = shortest;
            shortest = simplerFaults(fewerSettings(fewerFaults(shortest)));
            // A setting may have been what made a fault necessary.
        } while (!shortest.equals(before));
        return shortest;
    }

    private Cell fewerFaults(Cell cell) throws InterruptedException {
        return with(cell, DeltaDebugging.shortest(cell.faults(), faults -> stillFails(with(cell, faults))));
    }

    private Cell fewerSettings(Cell cell) throws InterruptedException {
        List<String> pairs = cell.settings().pairs();
        return set(cell, DeltaDebugging.shortest(pairs, fewer -> stillFails(set(cell, fewer))));
    }

    private Cell simplerFaults(Cell cell) throws InterruptedException {
        for (int place = 0; place < cell.faults().size(); place++) {
            for (Fault simpler : SimplerFaults.of(cell.faults().get(place))) {
                List<Fault> faults = new ArrayList<>(cell.faults());
                faults.set(place, simpler);
                if (stillFails(with(cell, faults))) {
                    return simplerFaults(with(cell, faults));
                }
            }
        }
        return cell;
    }

    private boolean stillFails(Cell cell) throws InterruptedException {
        Boolean known = fails.get(cell);
        if (known != null) {
            return known;
        }
        boolean found = test.test(cell);
        fails.put(cell, found);
        return found;
    }

    private static Cell with(Cell cell, List<Fault> faults) {
        return new Cell(cell.contract(), faults, cell.settings());
    }

    private static Cell set(Cell cell, List<String> pairs) {
        return new Cell(cell.contract(), cell.faults(), Settings.of(pairs));
    }
}
