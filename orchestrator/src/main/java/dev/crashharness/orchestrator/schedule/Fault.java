package dev.crashharness.orchestrator.schedule;

import dev.crashharness.orchestrator.schedule.text.Range;

/**
 * One fault: when {@code actor} (its {@code number}-th instance) reaches {@code point} for the {@code hit}-th time,
 * carry out {@code action}.
 *
 * @param number 1-based instance up to 99, or 0 for the youngest living one (always 0 on the wire)
 * @param hit 1-based, up to 999; counted per instance, on the wire per cell
 */
public record Fault(Actor actor, int number, Point point, int hit, Action action) {
    public static final int YOUNGEST = 0;
    static final Range NUMBERS = new Range("instance number", 1, 99);
    static final Range HITS = new Range("hit", 1, 999);

    public Fault {
        if (number != YOUNGEST) {
            NUMBERS.check(number);
        }
        HITS.check(hit);
    }

    /** The canonical spelling, without defaults: {@code worker.2@after_send#3}. */
    public String print() {
        return actor.id()
                + (number == YOUNGEST ? "" : "." + number)
                + ("@" + point.id())
                + (hit == 1 ? "" : "#" + hit)
                + (action.equals(Action.KILL) ? "" : "=" + action.id());
    }

    @Override
    public String toString() {
        return print();
    }
}
