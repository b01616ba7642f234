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
import java.util.stream.Stream;

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

    /**
     * Whether {@code event} belongs to a command that changed nothing because it was refused. One that decided and died before
     * it could tell looks the same, but what it asked the publisher is what its decision rests on.
     */
    boolean isRefused(Event event) {
        boolean asksForDecision = event.type() == EventType.REQUEST
                && resolved()
                        .filter(row -> row.instance().equals(event.instance()))
                        .isPresent();
        return isPerson(event)
                && !asksForDecision
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
        long awaited = approved().map(event -> before(event, ends, "13")).orElse(0L);
        if (approved().isPresent() && awaited != 1) {
            return Optional.of("the operation was approved after " + awaited + " runs that waited for it");
        }
        long unknown = resolved().map(event -> before(event, ends, "12")).orElse(0L);
        return resolved().isPresent() && unknown != 1
                ? Optional.of("the unknown was resolved after " + unknown + " runs that ended in it")
                : Optional.empty();
    }

    /**
     * Why the faults do not fall where those of a cell do, where each falls before the first life that comes to an end of its
     * own, or after a person has let others go on; or empty.
     *
     * @param faults those that landed, in order
     * @param ends as for {@link #outOfOrder}
     */
    Optional<String> faultBehindAnEnd(List<Event> faults, List<Event> ends) {
        return faults.stream()
                .filter(fault -> before(fault, ends) > letOn(fault))
                .findFirst()
                .map(fault ->
                        fault.instance() + " was killed (" + fault.get("fault") + ") after a life that had ended by"
                                + " itself, and no schedule can hold a fault after a life that had ended");
    }

    /** How often a person's decision before {@code fault} has let workers go on. */
    private long letOn(Event fault) {
        Optional<Event> undone =
                resolution().filter(Resolution.COMPENSATE::equals).flatMap(kind -> resolved());
        return Stream.of(approved(), undone)
                .flatMap(Optional::stream)
                .filter(event -> events.indexOf(event) < events.indexOf(fault))
                .count();
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

    private Optional<Event> approved() {
        return decided.approval().flatMap(row -> lastIn(Point.DURING_APPROVAL)).or(() -> firstReport("approved"));
    }

    private Optional<Event> resolved() {
        return decided.resolution()
                .flatMap(row -> lastIn(Point.DURING_RESOLUTION))
                .or(() -> firstReport("resolved"));
    }

    /** Only a command that decides comes into its transaction, and of several the last: it has let none in after it. */
    private Optional<Event> lastIn(Point transaction) {
        return events.stream()
                .filter(event -> event.type() == EventType.AT
                        && isPerson(event)
                        && event.get("point").equals(transaction.id()))
                .reduce((first, second) -> second);
    }

    private Optional<Event> firstReport(String name) {
        return events.stream().filter(event -> isReport(event, name)).findFirst();
    }

    private long before(Event decision, List<Event> ends, String code) {
        return before(
                decision,
                ends.stream().filter(end -> end.get("code").equals(code)).toList());
    }

    private long before(Event event, List<Event> ends) {
        int at = events.indexOf(event);
        return ends.stream().filter(end -> events.indexOf(end) < at).count();
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
