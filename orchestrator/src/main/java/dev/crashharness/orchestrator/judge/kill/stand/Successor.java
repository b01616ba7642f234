package dev.crashharness.orchestrator.judge.kill.stand;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.List;
import java.util.stream.IntStream;

/** Who takes over from a stopped worker, and is to stand at a point when that goes on. */
public final class Successor {
    private static final String WORKER = "worker-";

    private Successor() {}

    /**
     * Whether another worker than {@code stopped} stands at {@code point} at the end of {@code since}, which begins when that
     * was stopped and ends when it goes on.
     */
    public static boolean stoodAt(Point point, String stopped, List<Event> since) {
        return IntStream.range(0, since.size())
                .filter(i -> isArrival(since.get(i), point.id(), stopped))
                .anyMatch(i -> staysFrom(since.get(i), point, since.subList(i + 1, since.size())));
    }

    private static boolean isArrival(Event event, String point, String stopped) {
        return event.type() == EventType.AT
                && event.get("point").equals(point)
                && event.instance().startsWith(WORKER)
                && !event.instance().equals(stopped);
    }

    /** One that was killed there gets no answer either. */
    private static boolean staysFrom(Event arrival, Point point, List<Event> since) {
        Standing standing = new Standing(arrival.instance(), point.id(), arrival.get("n"), "");
        boolean left = since.stream()
                .anyMatch(event -> standing.isAnsweredBy(event) || event.is(EventType.EXIT, standing.instance()));
        return !left && standing.signs(since).allMatch(event -> wasOnItsWay(event, point));
    }

    /** At after_send the request is flushed, but the relay may see it only after its sender was heard. */
    private static boolean wasOnItsWay(Event event, Point point) {
        return event.type() == EventType.REQUEST && point.isAfterSend();
    }
}
