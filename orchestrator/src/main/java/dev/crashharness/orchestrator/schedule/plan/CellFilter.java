package dev.crashharness.orchestrator.schedule.plan;

import dev.crashharness.orchestrator.schedule.Cell;
import java.util.List;

/** Chooses cells by a pattern on the canonical id: {@code *} matches any text, {@code /} too, all else itself. */
public final class CellFilter {
    /** The literal texts between the stars; one alone when there is no star. */
    private final List<String> literals;

    /** The whole id must match, so {@code worker@*} alone chooses nothing and {@code *after_effect*} many. */
    public CellFilter(String pattern) {
        literals = List.of(pattern.split("\\*", -1));
    }

    /** Whether {@code cell} is chosen; linear in the length of its id, however many stars there are. */
    public boolean matches(Cell cell) {
        String id = cell.print();
        String first = literals.get(0);
        String last = literals.get(literals.size() - 1);
        if (literals.size() == 1) {
            return id.equals(first);
        }
        int end = id.length() - last.length();
        return id.startsWith(first) && id.endsWith(last) && fitsBetween(id, first.length(), end);
    }

    /** Takes each literal at its first place: if any placing fits, the leftmost one does. */
    private boolean fitsBetween(String id, int start, int end) {
        int at = start;
        for (String literal : literals.subList(1, literals.size() - 1)) {
            int found = id.indexOf(literal, at);
            if (found < 0) {
                return false;
            }
            at = found + literal.length();
        }
        return at <= end;
    }
}
