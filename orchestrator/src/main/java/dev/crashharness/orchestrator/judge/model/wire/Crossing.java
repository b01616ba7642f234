package dev.crashharness.orchestrator.judge.model.wire;

import dev.crashharness.orchestrator.judge.model.fault.Faults;
import dev.crashharness.orchestrator.judge.model.fault.Faults.Place;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Hits on the wire, counted per cell, and in the publisher, counted per instance; and the faults that fall there. */
final class Crossing {
    private final Faults faults;
    private final Runnable onCarriedOut;
    private final Map<Point, Integer> hits = new HashMap<>();
    private int publisher = 1;

    Crossing(Faults faults, Runnable onCarriedOut) {
        this.faults = faults;
        this.onCarriedOut = onCarriedOut;
    }

    Faults faults() {
        return faults;
    }

    /** A frame or a request comes to {@code point}: the fault that falls on it. */
    Optional<Fault> come(Point point) {
        int hit = hits.merge(point, 1, Integer::sum);
        return faults.at(new Place(point.actor() == Actor.PUBLISHER ? publisher : 0, point, hit));
    }

    /** Carried out without anybody's death that has to be waited for. */
    void carryOut(Fault fault) {
        faults.carryOut(fault);
        onCarriedOut.run();
    }

    /** The next publisher is another instance: its hits begin at one. */
    void restartPublisher() {
        publisher++;
        Point.of(Actor.PUBLISHER).forEach(hits::remove);
    }
}
