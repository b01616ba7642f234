package dev.crashharness.orchestrator.judge.model;

import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The schedule while the model walks it: one fault is armed at a time, the next one when it has been carried out. Hits are
 * counted from the beginning, armed or not: of the wire per cell, of workers per instance.
 */
final class Faults {
    private final List<Fault> schedule;
    private final Map<Point, Integer> frames = new EnumMap<>(Point.class);
    private final Map<Point, Integer> hits = new EnumMap<>(Point.class);
    private int carriedOut;

    Faults(List<Fault> schedule) {
        this.schedule = schedule;
    }

    int carriedOut() {
        return carriedOut;
    }

    List<Fault> outstanding() {
        return schedule.subList(carriedOut, schedule.size());
    }

    /** A new worker process: its hits begin at one. */
    void beginLife() {
        hits.clear();
    }

    /** Worker {@code number} comes to {@code point}: whether it dies there. */
    boolean kills(int number, Point point) {
        int hit = hits.merge(point, 1, Integer::sum);
        return armedFor(number).flatMap(fault -> carryOut(fault, point, hit)).isPresent();
    }

    /** A whole frame lies in the relay: what happens to it, if anything. */
    Optional<Action> onWire(Point direction) {
        int hit = frames.merge(direction, 1, Integer::sum);
        return armed().flatMap(fault -> carryOut(fault, direction, hit));
    }

    /** Whether the armed fault waits for the next frame of this direction. */
    boolean awaitsNextFrame(Point direction) {
        int coming = frames.getOrDefault(direction, 0) + 1;
        return armed().filter(fault -> fault.point() == direction && fault.hit() == coming)
                .isPresent();
    }

    /** Whether the armed fault waits for worker {@code number} to come to {@code point} once more. */
    boolean awaitsNext(int number, Point point) {
        int coming = hits.getOrDefault(point, 0) + 1;
        return armedFor(number)
                .filter(fault -> fault.point() == point && fault.hit() == coming)
                .isPresent();
    }

    private Optional<Fault> armedFor(int number) {
        return armed().filter(fault -> fault.number() == 0 || fault.number() == number);
    }

    private Optional<Fault> armed() {
        return outstanding().stream().findFirst();
    }

    private Optional<Action> carryOut(Fault fault, Point point, int hit) {
        if (fault.point() != point || fault.hit() != hit) {
            return Optional.empty();
        }
        carriedOut++;
        return Optional.of(fault.action());
    }
}
