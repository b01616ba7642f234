package dev.crashharness.orchestrator.schedule.plan;

import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.publisher.protocol.Contract;
import java.util.List;
import java.util.stream.Stream;

/**
 * The cells of the smoke matrix: per contract a clean run and one kill at each point of a first worker, then two cells
 * whose lease really runs out.
 */
public final class Smoke {
    private Smoke() {}

    /** 42 plannable cells, in the order in which they run. */
    public static List<Cell> cells() {
        Stream<Cell> kills = Stream.of(Contract.DEDUP_QUERY, Contract.BLIND).flatMap(Smoke::kills);
        Stream<Cell> waits = Stream.of("after_collect", "after_effect")
                .map(point -> Cell.parse("dedup-query/worker@" + point + "?expiry=wait&lease=2s"));
        return Stream.concat(kills, waits).map(Plan::check).toList();
    }

    private static Stream<Cell> kills(Contract contract) {
        Stream<Cell> points = Point.of(Actor.WORKER).stream()
                .filter(point -> point != Point.AFTER_LOOKUP)
                .map(point -> cell(contract, List.of(killedAt(point))));
        return Stream.concat(Stream.of(cell(contract, List.of())), points);
    }

    private static Fault killedAt(Point point) {
        return new Fault(Actor.WORKER, Fault.YOUNGEST, point, 1, Action.KILL);
    }

    private static Cell cell(Contract contract, List<Fault> faults) {
        return new Cell(contract, faults, Settings.DEFAULTS);
    }
}
