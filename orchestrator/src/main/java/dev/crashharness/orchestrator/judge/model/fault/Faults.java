package dev.crashharness.orchestrator.judge.model.fault;

import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The faults of one cell in their order: one is armed at a time, the next when it has been carried out. Whoever comes to a
 * point asks here, armed or not, so that a fault which is armed a moment too late is noticed.
 */
public final class Faults {
    /** Somebody at a point: {@code number} is the instance, 0 on the wire. */
    public record Place(int number, Point point, int hit) {
        boolean isOf(Fault fault) {
            return fault.point() == point
                    && fault.hit() == hit
                    && (fault.number() == Fault.YOUNGEST || fault.number() == number);
        }
    }

    private final List<Fault> schedule;
    private final List<Place> passed = new ArrayList<>();
    private int carriedOut;
    private String uncopied = "";
    private String blurred = "";

    public Faults(List<Fault> schedule) {
        this.schedule = List.copyOf(schedule);
    }

    public int carriedOut() {
        return carriedOut;
    }

    /** Those that were not carried out, the armed one first. */
    public List<Fault> outstanding() {
        return schedule.subList(carriedOut, schedule.size());
    }

    /** The armed fault when it falls at {@code place}; it is not yet carried out by that. */
    public Optional<Fault> at(Place place) {
        passed.add(place);
        Optional<Fault> fault = armed().filter(place::isOf);
        if (fault.isPresent() && !blurred.isEmpty()) {
            throw new Unplannable(fault.get().print() + " is armed too late or not: " + blurred);
        }
        return fault;
    }

    /** Whether the armed fault would fall at {@code place}. */
    public boolean awaits(Place place) {
        return armed().filter(place::isOf).isPresent();
    }

    /** The armed fault has been carried out. */
    public void carryOut(Fault fault) {
        if (!uncopied.isEmpty()) {
            throw new Unplannable(fault.print() + " would be carried out before the state after " + uncopied
                    + " could be copied, so leave one of the two out");
        }
        carriedOut++;
        uncopied = isCopiedAtRest(fault) ? fault.print() : "";
    }

    /** Nothing is under way any more, and what had to be copied was. */
    public void rest() {
        uncopied = "";
        blurred = "";
    }

    /** What happens from here until the next rest is not ordered with what happens at the same time. */
    public void blur(String why) {
        blurred = why;
    }

    /** From here on the way of a request is remembered, for {@link #refuseOvertaken}. */
    public void mark() {
        passed.clear();
    }

    /** Refuses a fault that was armed only now, at a place that a request has passed since the mark, perhaps later than now. */
    public void refuseOvertaken(String what) {
        if (passed.stream()
                .filter(place -> place.point().actor() != Actor.WORKER)
                .anyMatch(this::awaits)) {
            throw new Unplannable(what + " and " + outstanding().get(0).print() + " are not ordered");
        }
    }

    /** Whoever writes to the store has to be dead and everything come to rest before both databases can be copied. */
    private static boolean isCopiedAtRest(Fault fault) {
        Actor victim = victim(fault);
        return switch (fault.action().kind()) {
            case KILL -> victim == Actor.WORKER || victim == Actor.PERSON;
            // Stopped at a point of its own a worker has nothing under way; over a frame, that has to arrive first.
            case PAUSE -> fault.actor() == Actor.WIRE;
            default -> false;
        };
    }

    /** Who is hit by a kill. */
    public static Actor victim(Fault fault) {
        return fault.action().victim().orElse(fault.actor());
    }

    private Optional<Fault> armed() {
        return outstanding().stream().findFirst();
    }
}
