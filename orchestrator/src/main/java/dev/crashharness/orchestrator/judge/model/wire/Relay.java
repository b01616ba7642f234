package dev.crashharness.orchestrator.judge.model.wire;

import dev.crashharness.orchestrator.judge.model.fault.Choices;
import dev.crashharness.orchestrator.judge.model.fault.Faults;
import dev.crashharness.orchestrator.judge.model.fault.Unplannable;
import dev.crashharness.orchestrator.judge.model.publisher.Publisher;
import dev.crashharness.orchestrator.judge.model.publisher.Request;
import dev.crashharness.orchestrator.judge.model.wire.Delivery.Sender;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Every frame of a cell. A request whose sender gave up waiting is still delivered: late, when a worker reaches a point, or
 * together with the next one.
 */
public final class Relay {
    /** {@code request} is empty when it is a reply that is held: nobody waits for that any more. */
    private record Held(Fault fault, Optional<Request> request) {
        boolean isUntil(Point point) {
            return fault.action().until().filter(point::equals).isPresent();
        }
    }

    private final Crossing crossing;
    private final Publisher publisher;
    private final Choices choices;
    private final Duration timeout;
    private final List<Held> held = new ArrayList<>();
    private final List<Request> late = new ArrayList<>();
    private final List<Request> underWay = new ArrayList<>();
    private boolean lastWasHeldBack;

    /**
     * @param timeout how long a sender waits for its reply
     * @param onCarriedOut told of each fault that needs nobody's death to be carried out
     */
    public Relay(Faults faults, Publisher publisher, Choices choices, Duration timeout, Runnable onCarriedOut) {
        this.crossing = new Crossing(faults, onCarriedOut);
        this.publisher = publisher;
        this.choices = choices;
        this.timeout = timeout;
    }

    /** Whether the request that was sent last, or the reply to it, has been held back: it may arrive while its sender stands. */
    public boolean lastWasHeldBack() {
        return lastWasHeldBack;
    }

    /** Sends for a worker. One that is not {@code mortal} was resumed: a fault that falls on it cannot be planned. */
    public Outcome send(Request request, boolean mortal) {
        return withThoseUnderWay(request, mortal ? Sender.WAITING : Sender.UNTOUCHABLE);
    }

    /** The harness's own request; its frames count as hits. */
    public void sendForHarness(Request request) {
        withThoseUnderWay(request, Sender.UNTOUCHABLE);
    }

    /** A worker has reached {@code point}: what was held until then is delivered, in a race with that worker's next request. */
    public void reached(Point point) {
        List<Held> released = held.stream().filter(each -> each.isUntil(point)).toList();
        held.removeAll(released);
        released.forEach(each -> each.request().ifPresent(underWay::add));
    }

    /** Everybody waits until nothing is under way; what is held until a point stays held. */
    public void rest() {
        underWay.addAll(late);
        late.clear();
        deliverThoseUnderWay(Sender.GONE);
    }

    /** Kills the publisher while no request is with it. */
    public void killPublisher(Fault fault) {
        requireQuiet(fault);
        crossing.restartPublisher();
    }

    /** Refuses a fault beside which a delayed frame is still under way: their order would be a race. */
    public void requireQuiet(Fault fault) {
        if (!late.isEmpty() || !underWay.isEmpty()) {
            throw new Unplannable(fault.print() + " and a request that was delayed are not ordered");
        }
    }

    /** A sentence about a frame that is still held at the end. */
    public Optional<String> neverReleased() {
        return held.stream()
                .findFirst()
                .map(each -> each.fault().print() + " holds its frame for ever, because "
                        + each.fault()
                                .action()
                                .until()
                                .map(point -> "no worker reaches " + point.id() + " after it")
                                .orElse("no second request comes"));
    }

    /** Whether a delayed reply still finds its receiver waiting. */
    boolean delaysReplyInTime(Fault fault) {
        if (fault.action().until().isPresent()) {
            lastWasHeldBack = true;
            held.add(new Held(fault, Optional.empty()));
            return false;
        }
        boolean inTime = isInTime(fault);
        lastWasHeldBack |= !inTime;
        return inTime;
    }

    private Outcome withThoseUnderWay(Request request, Sender sender) {
        boolean lastOfAll = !underWay.isEmpty() && choices.among(2) == 1;
        if (lastOfAll) {
            Outcome outcome = transmit(request, sender);
            deliverThoseUnderWay(Sender.ELSEWHERE);
            return outcome;
        }
        deliverThoseUnderWay(Sender.ELSEWHERE);
        return transmit(request, sender);
    }

    private void deliverThoseUnderWay(Sender sender) {
        List<Request> all = List.copyOf(underWay);
        underWay.clear();
        all.forEach(request -> deliver(request, sender));
    }

    private Outcome transmit(Request request, Sender sender) {
        lastWasHeldBack = false;
        Optional<Fault> fault = crossing.come(Point.REQUEST);
        if (fault.isPresent() && waitsForSecond().isPresent()) {
            throw new Unplannable(fault.get().print() + " falls on the request that another one waits to meet");
        }
        return fault.isEmpty() ? deliverWithMeeting(request, sender) : hit(fault.get(), request, sender);
    }

    private Outcome hit(Fault fault, Request request, Sender sender) {
        return switch (fault.action().kind()) {
            case KILL -> killSender(fault, request, sender);
            case PAUSE -> stopSender(fault, request, sender);
            case DUPLICATE -> duplicate(fault, request, sender);
            case DELAY -> delay(fault, request, sender);
            case MEET -> hold(fault, request);
            default -> {
                crossing.carryOut(fault);
                yield Outcome.UNANSWERED;
            }
        };
    }

    /** What a sender has flushed arrives after its death, as the kernel does it. */
    private Outcome killSender(Fault fault, Request request, Sender sender) {
        requireWaiting(fault, sender);
        crossing.faults().carryOut(fault);
        deliver(request, Sender.GONE);
        return Outcome.KILLED;
    }

    /** What it has flushed arrives while it stands, and what is answered lies in its socket until it goes on. */
    private Outcome stopSender(Fault fault, Request request, Sender sender) {
        requireWaiting(fault, sender);
        requireQuiet(fault);
        crossing.faults().carryOut(fault);
        return deliver(request, sender).stopped(fault);
    }

    private static void requireWaiting(Fault fault, Sender sender) {
        if (sender != Sender.WAITING) {
            throw new Unplannable(fault.print() + " falls on a worker that was resumed");
        }
    }

    private Outcome duplicate(Fault fault, Request request, Sender sender) {
        crossing.carryOut(fault);
        Delivery first = new Delivery(this, crossing, publisher, request, sender);
        Outcome outcome = first.run();
        if (!first.isBroken()) {
            deliver(request, outcome.senderKilled() ? Sender.GONE : Sender.ELSEWHERE);
        }
        return outcome;
    }

    private Outcome delay(Fault fault, Request request, Sender sender) {
        if (fault.action().until().isPresent()) {
            return hold(fault, request);
        }
        boolean inTime = isInTime(fault);
        crossing.carryOut(fault);
        if (inTime) {
            return deliverWithMeeting(request, sender);
        }
        lastWasHeldBack = true;
        late.add(request);
        return Outcome.UNANSWERED;
    }

    private Outcome hold(Fault fault, Request request) {
        lastWasHeldBack = true;
        held.add(new Held(fault, Optional.of(request)));
        crossing.carryOut(fault);
        return Outcome.UNANSWERED;
    }

    /** Twice the timeout is beyond it and half of it is within on any machine; between them nobody can say. */
    private boolean isInTime(Fault fault) {
        Duration delay = fault.action().duration().orElseThrow();
        if (delay.multipliedBy(2).compareTo(timeout) <= 0) {
            return true;
        }
        if (delay.compareTo(timeout.multipliedBy(2)) < 0) {
            throw new Unplannable(fault.print() + " is too near to the client's timeout of " + timeout.toMillis()
                    + " ms, so choose at most half of it or at least twice as much");
        }
        return false;
    }

    private Outcome deliverWithMeeting(Request request, Sender sender) {
        Optional<Held> meeting = waitsForSecond();
        if (meeting.isEmpty()) {
            return deliver(request, sender);
        }
        held.remove(meeting.get());
        underWay.add(meeting.get().request().orElseThrow());
        boolean lastOfAll = choices.among(2) == 1;
        if (lastOfAll) {
            Outcome outcome = deliver(request, sender);
            deliverThoseUnderWay(Sender.ELSEWHERE);
            return outcome;
        }
        deliverThoseUnderWay(Sender.ELSEWHERE);
        return deliver(request, sender);
    }

    private Optional<Held> waitsForSecond() {
        return held.stream()
                .filter(each -> each.fault().action().kind() == Action.Kind.MEET)
                .findFirst();
    }

    private Outcome deliver(Request request, Sender sender) {
        return new Delivery(this, crossing, publisher, request, sender).run();
    }
}
