package dev.crashharness.orchestrator.lab;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Decided;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.person.Resolution;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What people have done on one file, as its record tells.
 *
 * @param events of all runs, in order
 * @param decided what the store says: a command whose harness was killed may have committed and told nobody
 */
record LabPeople(List<Event> events, Decided decided) {
    /** How many commands were begun. */
    int commands() {
        return count(event -> event.type() == EventType.SPAWN && isPerson(event));
    }

    /** How many approvals were heard, the repeated ones too. */
    int approvals() {
        return count(event -> isReport(event, "approved"));
    }

    /** Whether the store holds an approval of which no command could tell. */
    boolean isApprovedUnheard() {
        return approvals() == 0 && decided.approval().isPresent();
    }

    /** What was decided, the first time. */
    Optional<Resolution> resolution() {
        Optional<String> told = events.stream()
                .filter(event -> isReport(event, "resolved"))
                .map(event -> event.get("kind"))
                .findFirst();
        return told.or(() -> decided.resolution().map(StoreImage.Resolution::kind))
                .flatMap(kind -> Arrays.stream(Resolution.values())
                        .filter(resolution -> resolution.kind().equals(kind))
                        .findFirst());
    }

    /** Whether {@code event} belongs to a command that changed nothing because it was refused. */
    boolean isRefused(Event event) {
        return isPerson(event)
                && events.stream()
                        .noneMatch(other -> other.instance().equals(event.instance())
                                && (isReport(other, "approved") || isReport(other, "resolved")));
    }

    /**
     * Why the lives before a decision are not those of a cell, where a person acts as soon as the one worker that could go
     * on no further has gone; or empty.
     *
     * @param ends the exits of lives that came to an end of their own, in order
     */
    Optional<String> outOfOrder(List<Event> ends) {
        Optional<Event> approved =
                events.stream().filter(event -> isReport(event, "approved")).findFirst();
        long awaited = approved.map(event -> before(event, ends, "13")).orElse(0L);
        if (approved.isPresent() && awaited != 1) {
            return Optional.of("the operation was approved after " + awaited + " runs that waited for it");
        }
        long unknown = resolved().map(event -> before(event, ends, "12")).orElse(0L);
        return resolved().isPresent() && unknown != 1
                ? Optional.of("the unknown was resolved after " + unknown + " runs that ended in it")
                : Optional.empty();
    }

    /** How many of {@code ends} a cell needs before its last one. */
    int needed() {
        boolean undone = resolution().filter(Resolution.COMPENSATE::equals).isPresent();
        return (approvals() > 0 ? 1 : 0) + (undone ? 1 : 0);
    }

    /** Whether one of {@code ends} came after the decision. */
    boolean followed(List<Event> ends) {
        return resolved()
                .filter(event -> ends.stream().anyMatch(end -> events.indexOf(end) > events.indexOf(event)))
                .isPresent();
    }

    /** Only a command that decides comes into its transaction, and of several the last: it has let none in after it. */
    private Optional<Event> resolved() {
        Optional<Event> inTransaction = events.stream()
                .filter(event -> event.type() == EventType.AT
                        && isPerson(event)
                        && event.get("point").equals(Point.DURING_RESOLUTION.id()))
                .reduce((first, second) -> second);
        return decided.resolution().flatMap(row -> inTransaction).or(() -> events.stream()
                .filter(event -> isReport(event, "resolved"))
                .findFirst());
    }

    private long before(Event decision, List<Event> ends, String code) {
        int at = events.indexOf(decision);
        return ends.stream()
                .filter(end -> end.get("code").equals(code) && events.indexOf(end) < at)
                .count();
    }

    private int count(Predicate<Event> which) {
        return Math.toIntExact(events.stream().filter(which).count());
    }

    private static boolean isReport(Event event, String name) {
        return event.type() == EventType.REPORTED
                && isPerson(event)
                && event.get("name").equals(name);
    }

    private static boolean isPerson(Event event) {
        return event.instance().startsWith("person-");
    }
}
