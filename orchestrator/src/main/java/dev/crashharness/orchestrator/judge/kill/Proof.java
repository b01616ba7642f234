package dev.crashharness.orchestrator.judge.kill;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.kill.stand.Standing;
import dev.crashharness.orchestrator.judge.kill.stand.Successor;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What stands against one fault that was reached. Exit 137 alone proves nothing ({@code System.exit(137)}, the OOM killer),
 * and a child that announces and does not block has not been stopped where it says (measured: 8 of 30 such runs sent bytes).
 */
final class Proof {
    private final Trial trial;
    private final int index;
    private final Fault fault;
    private final FaultOutcome outcome;

    Proof(Trial trial, int index) {
        this.trial = trial;
        this.index = index;
        this.fault = trial.cell().faults().get(index);
        this.outcome = trial.outcome(index).orElseThrow();
    }

    /** The first objection, as a sentence. */
    Optional<String> objection() {
        Optional<String> unproved =
                switch (fault.action().kind()) {
                    case KILL ->
                        fault.point().isSys()
                                ? wrongSignal("KILL")
                                        .or(this::notLanded)
                                        .or(this::notAtItsCall)
                                        .or(this::wrongExit)
                                : wrongSignal("KILL")
                                        .or(this::wrongExit)
                                        .or(this::killedBefore)
                                        .or(this::diedBefore)
                                        .or(this::ranOn);
                    case PAUSE ->
                        wrongSignal("STOP")
                                .or(this::notLanded)
                                .or(this::ranOn)
                                .or(this::neverResumed)
                                .or(this::resumedBesideNobody);
                    case HOLD_STORE -> outcome.landed() ? ranOn().or(this::neverHeld) : Optional.empty();
                    case COLLIDE -> outcome.landed() ? ranOn() : Optional.empty();
                    // What the harness does to frames it does itself, and says whether it did.
                    case DROP, HALF, RESET, DUPLICATE, DELAY, MEET -> Optional.empty();
                };
        return unproved.or(this::notLanded);
    }

    private Optional<String> wrongSignal(String expected) {
        if (outcome.signal().equals("dry")) {
            return say("dry run, it was let go where it would have been hit");
        }
        return outcome.signal().equals(expected)
                ? Optional.empty()
                : say("no SIG%s was sent: %s".formatted(expected, outcome.reason()));
    }

    /** A tracer that starts and kills nobody looks like one that does: the call must be seen, and seen not to return. */
    private Optional<String> notAtItsCall() {
        boolean seen = trial.history()
                .events(EventType.CALL)
                .filter(call -> call.instance().equals(outcome.instance()))
                .filter(call -> call.get("fault").equals(String.valueOf(index)))
                .filter(call -> call.get("point").equals(fault.point().id()))
                .anyMatch(call -> call.get("hit").equals(String.valueOf(fault.hit()))
                        && call.get("returned").equals("false")
                        && call.get("died").equals("true"));
        boolean signalled = trial.history().events(EventType.SIGNAL).anyMatch(signal -> signal.instance()
                .equals(outcome.instance()));
        if (seen && !signalled) {
            return Optional.empty();
        }
        return say(
                seen
                        ? "another signal was sent to it, so its death may not be the tracer's"
                        : "the tracer did not see it die at the entry of that call");
    }

    /** Only the process that holds the lock knows that it does; measured, one that was turned away at the door held nothing. */
    private Optional<String> neverHeld() {
        List<Event> events = trial.history().events();
        boolean held = events.stream()
                .skip(Math.min(events.size(), parkedAt(events) + 1L))
                .anyMatch(event ->
                        event.type() == EventType.AT && event.instance().startsWith("intruder-"));
        return held ? Optional.empty() : say("no other process ever held the store's write lock");
    }

    /** A worker that nobody woke has shown nothing. */
    private Optional<String> neverResumed() {
        List<Event> events = trial.history().events();
        return letGoAt(events) < events.size() ? Optional.empty() : say("it was never resumed");
    }

    /** A successor may end before its point; the worker that is resumed then is that of a plain pause, another cell. */
    private Optional<String> resumedBesideNobody() {
        List<Event> events = trial.history().events();
        return fault.action()
                .until()
                .filter(point -> !Successor.stoodAt(
                        point, outcome.instance(), events.subList(parkedAt(events) + 1, letGoAt(events))))
                .flatMap(point -> say("it was resumed while no successor stood at " + point));
    }

    private Optional<String> wrongExit() {
        return outcome.exit() == 137 ? Optional.empty() : say("exit %d, expected 137".formatted(outcome.exit()));
    }

    /** Nobody dies twice: a second signal to the same process has carried nothing out. */
    private Optional<String> killedBefore() {
        return IntStream.range(0, index)
                .filter(earlier -> trial.outcome(earlier)
                        .filter(death -> death.landed() && death.signal().equals("KILL"))
                        .filter(death -> death.instance().equals(outcome.instance()))
                        .isPresent())
                .boxed()
                .findFirst()
                .flatMap(earlier -> say("fault %d had already killed it".formatted(earlier + 1)));
    }

    private Optional<String> diedBefore() {
        return trial.history()
                .events(EventType.EXIT)
                .filter(exit -> exit.instance().equals(outcome.instance()) && exit.tNs() < outcome.signalledAtNs())
                .findFirst()
                .flatMap(exit ->
                        say("it had ended with exit %s before the signal was sent".formatted(exit.get("code"))));
    }

    /**
     * Whatever it does after it was parked and before it was answered, it does not stand where it says. Whoever stands there
     * need not be whom the fault falls on.
     */
    private Optional<String> ranOn() {
        List<Event> events = trial.history().events();
        int parked = parkedAt(events);
        if (parked == events.size()) {
            return say("nobody is on record as parked for it");
        }
        Standing standing = Standing.at(events, parked);
        List<Event> untilThen = events.subList(0, letGoAt(events));
        long sent = framesSent(standing, untilThen);
        return standing.signs(untilThen.subList(parked + 1, untilThen.size()))
                .filter(event -> !wasOnItsWay(event, sent) && !isOfHarness(event))
                .findFirst()
                .flatMap(event -> say("%s ran past the point: %s came after it was parked"
                        .formatted(standing.besides(outcome.instance()), briefly(event))));
    }

    /** Its own requests are noted under a worker's name. */
    private boolean isOfHarness(Event event) {
        return event.type() == EventType.REQUEST && trial.isOfHarness(event.get("attempt"));
    }

    private int parkedAt(List<Event> events) {
        return IntStream.range(0, events.size())
                .filter(i -> events.get(i).type() == EventType.PARKED)
                .filter(i -> events.get(i).get("fault").equals(String.valueOf(index)))
                .findFirst()
                .orElse(events.size());
    }

    /** Where whoever stood there was let go on; one that was killed there never is. */
    private int letGoAt(List<Event> events) {
        int parked = parkedAt(events);
        return IntStream.range(parked, events.size())
                .filter(i -> isRelease(Standing.at(events, parked), events.get(i)))
                .findFirst()
                .orElse(events.size());
    }

    /** One that was stopped over its frame may have been on its way to a point: the answer there resumes nobody. */
    private boolean isRelease(Standing standing, Event event) {
        boolean dies =
                fault.action().kind() == Action.Kind.KILL && standing.instance().equals(outcome.instance());
        boolean answered = standing.isAnsweredBy(event) && fault.point().actor() != Actor.WIRE;
        boolean continued = event.is(EventType.SIGNAL, standing.instance())
                && event.get("signal").equals("CONT");
        return !dies && (answered || continued);
    }

    /**
     * Request and announcement travel on two connections. At after_send the request is flushed, but the relay may see it
     * only after its sender was parked; and a frame may be held before its sender's announcement is heard, which is as far
     * as the sender goes.
     *
     * @param sent how many frames whoever stands there had sent before it was let go
     */
    private boolean wasOnItsWay(Event event, long sent) {
        return fault.point().actor() == Actor.WIRE
                ? event.type() == EventType.AT && isAfterSend(event.get("point"))
                : fault.point().isAfterSend() && event.type() == EventType.REQUEST && sent <= outcome.hit();
    }

    private static boolean isAfterSend(String point) {
        return Point.documented().stream().filter(Point::isAfterSend).anyMatch(known -> known.id()
                .equals(point));
    }

    private long framesSent(Standing standing, List<Event> untilThen) {
        Set<Event> all = Set.copyOf(untilThen);
        return (fault.point().compensates() ? trial.cancelFrames() : trial.publishFrames())
                .filter(frame -> frame.instance().equals(standing.instance()) && all.contains(frame))
                .count();
    }

    private Optional<String> notLanded() {
        return outcome.landed() ? Optional.empty() : say("it did not land: " + outcome.reason());
    }

    private static String briefly(Event event) {
        return switch (event.type()) {
            case AT -> "at " + event.get("point");
            case REPORTED -> "event " + event.get("name");
            case LEFT_OUT -> event.get("count") + " events '" + event.get("of") + "' that were left out of the log";
            case REPLY -> "a reply on the wire";
            default -> "a request on the wire";
        };
    }

    private Optional<String> say(String what) {
        return Optional.of("%s on %s: %s".formatted(outcome.fault(), outcome.instance(), what));
    }
}
