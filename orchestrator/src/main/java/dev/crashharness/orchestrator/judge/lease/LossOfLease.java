package dev.crashharness.orchestrator.judge.lease;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.Refusal;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A moment from which a worker knows that its lease is lost, or cannot but know. */
final class LossOfLease {
    /** Here a step or an attempt begins. */
    private static final Set<String> BEGINNINGS =
            Set.of("before_collect", "before_draft", "before_verify", "before_send", "comp_before_send");

    private static final Set<String> TELLING = Set.of("renew", "checkpoint");

    private final List<Event> events;
    private final int index;
    private final String instance;
    private final String how;

    private LossOfLease(List<Event> events, int index, String instance, String how) {
        this.events = events;
        this.index = index;
        this.instance = instance;
        this.how = how;
    }

    /** By what it said, by what had been refused to it when a copy was taken, and by having been stopped for a lease. */
    static List<LossOfLease> all(Trial trial) {
        List<LossOfLease> losses = new ArrayList<>();
        List<Event> events = trial.history().events();
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            if (event.type() == EventType.REPORTED && event.get("name").equals("lease_lost")) {
                losses.add(new LossOfLease(events, i, event.instance(), "reported its loss"));
            } else if (event.type() == EventType.COPY) {
                losses.addAll(refusedBefore(trial, events, i));
            } else if (isSignal(event, "CONT") && sleptThroughItsLease(trial, events, i)) {
                losses.add(new LossOfLease(events, i, event.instance(), "had been stopped for a whole lease"));
            }
        }
        return losses;
    }

    /** A sentence about the first thing that was begun after it. */
    Optional<String> stepAfterIt() {
        return events.stream()
                .skip(index + 1L)
                .filter(event -> event.is(EventType.AT, instance) && BEGINNINGS.contains(event.get("point")))
                .findFirst()
                .map(event -> "%s %s, and still came to %s".formatted(instance, how, event.get("point")));
    }

    private static List<LossOfLease> refusedBefore(Trial trial, List<Event> events, int copied) {
        Stream<Refusal> refusals = trial.copies().stream()
                .filter(copy -> copy.label().equals(events.get(copied).get("label")))
                .map(Snapshot::store)
                .flatMap(store -> store.refusals().stream());
        return refusals.filter(refusal -> TELLING.contains(refusal.what()))
                .flatMap(refusal -> claimant(events, refusal.generation()).stream()
                        .map(worker -> new LossOfLease(events, copied, worker, "was refused its " + refusal.what())))
                .toList();
    }

    private static Optional<String> claimant(List<Event> events, long generation) {
        return events.stream()
                .filter(LossOfLease::isClaim)
                .filter(event -> event.get("generation").equals(String.valueOf(generation)))
                .map(Event::instance)
                .findFirst();
    }

    /** No renewal can be confirmed to a process that stands still. */
    private static boolean sleptThroughItsLease(Trial trial, List<Event> events, int resumed) {
        String worker = events.get(resumed).instance();
        List<Event> before = events.subList(0, resumed);
        return IntStream.range(0, resumed)
                .filter(i -> before.get(i).instance().equals(worker) && isSignal(before.get(i), "STOP"))
                .filter(i -> before.subList(0, i).stream()
                        .anyMatch(event -> isClaim(event) && event.instance().equals(worker)))
                .mapToObj(before::get)
                .anyMatch(stop -> events.get(resumed).tNs() - stop.tNs()
                        >= trial.cell().settings().lease().toNanos());
    }

    private static boolean isClaim(Event event) {
        return event.type() == EventType.REPORTED && event.get("name").equals("lease");
    }

    private static boolean isSignal(Event event, String signal) {
        return event.type() == EventType.SIGNAL && event.get("signal").equals(signal);
    }
}
