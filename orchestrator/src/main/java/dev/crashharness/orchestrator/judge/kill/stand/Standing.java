package dev.crashharness.orchestrator.judge.kill.stand;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Somebody who was parked.
 *
 * @param instance its name, which need not be that of whom the fault falls on
 * @param point where it stands
 * @param serial under which it waits for its answer; empty when it was parked over a frame before it announced anything
 * @param attempt of a publisher, the one it works on there; empty where it does not say
 */
public record Standing(String instance, String point, String serial, String attempt) {
    private static final Set<EventType> SIGNS_OF_LIFE = Set.of(EventType.AT, EventType.REPORTED, EventType.REQUEST);
    private static final String PUBLISHER = "publisher-";

    /** Whoever was parked by the event at {@code parked}. */
    public static Standing at(List<Event> events, int parked) {
        Event event = events.get(parked);
        Optional<Event> announced = events.subList(0, parked).stream()
                .filter(before -> before.is(EventType.AT, event.instance()))
                .reduce((earlier, later) -> later);
        return new Standing(
                event.instance(),
                event.get("point"),
                announced.map(at -> at.get("n")).orElse(""),
                announced.map(at -> at.get("attempt")).orElse(""));
    }

    /** Whether {@code event} is the answer that lets it go on. */
    public boolean isAnsweredBy(Event event) {
        return event.is(EventType.GO, instance) && event.get("n").equals(serial);
    }

    /** What of {@code since}, which begins behind its parking, it would not have done standing there. */
    public Stream<Event> signs(List<Event> since) {
        int successor = successor(since);
        return IntStream.range(0, since.size())
                .filter(i -> isSign(since.get(i)) || (i < successor && isItsReply(since.get(i))))
                .mapToObj(since::get);
    }

    /** Its name in a sentence about {@code other}. */
    public String besides(String other) {
        return instance.equals(other) ? "it" : instance;
    }

    private boolean isSign(Event event) {
        return event.instance().equals(instance)
                && switch (event.type()) {
                    // A publisher holds several conversations, and only one of them stands.
                    case AT -> isOfThisConversation(event);
                    case LEFT_OUT ->
                        SIGNS_OF_LIFE.stream().anyMatch(type -> type.id().equals(event.get("of")));
                    default -> SIGNS_OF_LIFE.contains(event.type());
                };
    }

    /** A reply bears the name of the worker whom it answers. At after_reply it was written before. */
    private boolean isItsReply(Event event) {
        return event.type() == EventType.REPLY
                && instance.startsWith(PUBLISHER)
                && !point.equals(Point.AFTER_REPLY.id())
                && isOfThisConversation(event);
    }

    private boolean isOfThisConversation(Event event) {
        return attempt.isEmpty() || attempt.equals(event.get("attempt"));
    }

    /** What comes behind this may be a later publisher's. */
    private int successor(List<Event> since) {
        return IntStream.range(0, since.size())
                .filter(i -> since.get(i).type() == EventType.LISTENING
                        && !since.get(i).instance().equals(instance))
                .findFirst()
                .orElse(since.size());
    }
}
