package dev.crashharness.orchestrator.target;

import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.publisher.protocol.Contract;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which cells a target can be put through.
 *
 * @param contracts what its publisher may promise
 * @param points what its processes announce; the two of the wire, where nobody has to, are always there
 * @param people whether a person can approve and resolve
 * @param sys the system calls at which its workers can be killed
 */
public record Scope(Set<Contract.Kind> contracts, Set<Point> points, boolean people, Syscalls sys) {
    /** All of it. */
    public static final Scope EVERYTHING =
            new Scope(Set.of(Contract.Kind.values()), new HashSet<>(Point.documented()), true, Syscalls.NONE);

    public Scope {
        contracts = Set.copyOf(contracts);
        points = Set.copyOf(points);
    }

    /** What {@code cell} needs and the target does not have, in a few words. */
    public Optional<String> lacks(Cell cell) {
        if (!contracts.contains(cell.contract().kind())) {
            return Optional.of("the contract " + cell.contract().kind().id());
        }
        Settings settings = cell.settings();
        if (!people && (settings.approve() > 0 || settings.resolve().isPresent())) {
            return Optional.of("commands for people (approve, resolve)");
        }
        return cell.faults().stream()
                .flatMap(Scope::needs)
                .filter(point -> !has(point))
                .findFirst()
                .map(point -> "the point " + point.id());
    }

    private boolean has(Point point) {
        return point.actor() == Actor.WIRE || (point.isSys() ? sys.points().contains(point) : points.contains(point));
    }

    /** Whether a point is called {@code word} here. */
    boolean names(String word) {
        return points.stream().anyMatch(point -> point.id().equals(word));
    }

    private static Stream<Point> needs(Fault fault) {
        return Stream.concat(Stream.of(fault.point()), fault.action().until().stream());
    }

    /** The announced points of {@code actor}, in order. */
    public List<Point> of(Actor actor) {
        return points.stream().filter(point -> point.actor() == actor).sorted().toList();
    }
}
