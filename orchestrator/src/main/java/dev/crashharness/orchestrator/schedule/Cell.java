package dev.crashharness.orchestrator.schedule;

import dev.crashharness.orchestrator.schedule.plan.Plan;
import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.publisher.protocol.Contract;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One isolated run: what the publisher promises, which faults fall in which order, and how the stage is set. Whether the
 * parts can be combined is the question of {@link Plan}.
 *
 * @param faults at most 9, in the order in which they are carried out
 */
public record Cell(Contract contract, List<Fault> faults, Settings settings) {
    /** The longest cell id, in characters. */
    public static final int LONGEST_ID = 1000;

    private static final int MOST_FAULTS = 9;

    public Cell {
        faults = List.copyOf(faults);
        if (faults.size() > MOST_FAULTS) {
            throw new Flaw(faults.size() + " faults", "expected at most " + MOST_FAULTS);
        }
        checkLength(print(contract, faults, settings));
    }

    /**
     * Reads a cell id, canonical or not: {@code dedup-query/worker@after_effect,worker@after_send?lease=2s}.
     *
     * @throws CellSyntaxException when the text is no legal cell id
     */
    public static Cell parse(String text) {
        try {
            return CellReader.read(text);
        } catch (Flaw flaw) {
            throw new CellSyntaxException(text, flaw);
        }
    }

    /**
     * The canonical id: no defaults, settings in alphabetical order, durations in the largest whole unit. Parsing it
     * yields an equal cell.
     */
    public String print() {
        return print(contract, faults, settings);
    }

    @Override
    public String toString() {
        return print();
    }

    static void checkLength(String id) {
        if (id.length() > LONGEST_ID) {
            throw new Flaw(id.length() + " characters", "expected at most " + LONGEST_ID);
        }
    }

    private static String print(Contract contract, List<Fault> faults, Settings settings) {
        String schedule = faults.isEmpty()
                ? CellReader.NO_FAULT
                : faults.stream().map(Fault::print).collect(Collectors.joining(","));
        List<String> pairs = Setting.print(settings);
        return contract.id() + "/" + schedule + (pairs.isEmpty() ? "" : "?" + String.join("&", pairs));
    }
}
