package dev.crashharness.orchestrator.matrix.census;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.HistoryFile;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All that was announced while one worker did all the work and nothing was done to anybody.
 *
 * @param sightings without repetition; contract after contract, actor after actor, each in the order of announcement
 */
public record Census(List<Sighting> sightings) {
    public Census {
        sightings = sightings.stream().distinct().toList();
    }

    /** Takes the census of clean runs by their saved histories. */
    static Census of(Collection<Path> histories) throws IOException {
        List<Sighting> sightings = new ArrayList<>();
        for (Path file : histories) {
            History history = HistoryFile.read(file);
            requireWhole(history, file);
            sightings.addAll(sightings(history));
        }
        return new Census(sightings);
    }

    /** Later points may be among what was left out, and would be missed as if they had vanished. */
    private static void requireWhole(History history, Path file) throws IOException {
        Optional<Event> gap = history.events(EventType.LEFT_OUT)
                .filter(left -> !left.get("of").equals(EventType.REPORTED.id()))
                .findFirst();
        if (gap.isPresent()) {
            throw new IOException(
                    "no census can be taken of " + file + ": " + gap.get().get("count") + " events '"
                            + gap.get().get("of") + "' of " + gap.get().instance()
                            + " are more than a log keeps; let it pass fewer points");
        }
    }

    static List<Sighting> sightings(History history) {
        Contract contract = Cell.parse(history.cell()).contract();
        return history.events().stream()
                .flatMap(event -> sighting(contract, history.documented(), event).stream())
                // Each actor has an order of its own; who of two was first is a matter of chance.
                .sorted(Comparator.comparing(Sighting::actor))
                .toList();
    }

    private static Optional<Sighting> sighting(Contract contract, boolean documented, Event event) {
        return switch (event.type()) {
            case CALL -> Optional.of(sighting(contract, Actor.WORKER, event.get("point"), documented, event));
            case AT -> Optional.of(sighting(contract, actor(event), event.get("point"), documented, event));
            case REQUEST -> Optional.of(sighting(contract, Actor.WIRE, Point.REQUEST.id(), documented, event));
            case REPLY -> Optional.of(sighting(contract, Actor.WIRE, Point.REPLY.id(), documented, event));
            default -> Optional.empty();
        };
    }

    private static Sighting sighting(Contract contract, Actor actor, String point, boolean documented, Event event) {
        return new Sighting(contract, actor, point, hit(event), documented, event.get("unnamed"));
    }

    private static Actor actor(Event event) {
        return event.instance().startsWith(Actor.PUBLISHER.id()) ? Actor.PUBLISHER : Actor.WORKER;
    }

    private static int hit(Event event) {
        return Integer.parseInt(event.get("hit"));
    }

    /** What was announced under {@code contract}. */
    public Stream<Sighting> under(Contract contract) {
        return sightings.stream().filter(sighting -> sighting.contract().equals(contract));
    }

    /** The points that were announced and that the target does not name, in the order in which they were. */
    public List<String> unnamed() {
        return sightings.stream()
                .filter(sighting -> !sighting.unnamed().isEmpty())
                .map(Sighting::point)
                .distinct()
                .toList();
    }

    /** Of how many sightings a cell can be made. */
    public long cells() {
        return sightings.stream()
                .filter(sighting -> sighting.obstacle().isEmpty())
                .count();
    }
}
