package dev.crashharness.orchestrator.schedule.plan;

import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.text.DurationText;
import java.time.Duration;

/** Which action is possible at which point, whatever the faults before it. */
final class FaultRules {
    /** The deadline of a cell: nothing that lasts longer could end in it. */
    static final Duration LONGEST = Duration.ofMinutes(1);

    /** Several times what a worker takes from its answer to its next transaction. */
    private static final Duration SHORTEST_HOLD = Duration.ofMillis(200);

    private final Cell cell;

    FaultRules(Cell cell) {
        this.cell = cell;
    }

    void check(Fault fault) {
        checkPlace(fault);
        checkSystemCall(fault);
        checkLookup(fault, fault.point());
        fault.action().duration().ifPresent(length -> checkLength(fault, length));
        fault.action().until().ifPresent(point -> checkUntil(fault, point));
        switch (fault.action().kind()) {
            case KILL -> checkKill(fault);
            case PAUSE -> checkPause(fault);
            case HOLD_STORE -> checkHoldStore(fault);
            case COLLIDE -> checkCollide(fault);
            case MEET -> checkMeet(fault);
            case DROP, HALF, RESET, DUPLICATE, DELAY -> {}
        }
    }

    private void checkPlace(Fault fault) {
        Actor owner = fault.point().actor();
        require(
                fault.actor() == owner,
                fault + " names a point of " + owner.id() + ", so write " + owner.id() + "@"
                        + fault.point().id());
        require(
                fault.actor() != Actor.WIRE || fault.number() == Fault.YOUNGEST,
                fault + " numbers the wire, of which there is only one, so write wire@"
                        + fault.point().id());
        require(fault.action().fits(fault.actor()), fault + " " + misplaced(fault));
    }

    private static String misplaced(Fault fault) {
        Action action = fault.action();
        return switch (action.kind()) {
            case KILL -> misplacedKill(fault);
            case PAUSE -> misplacedPause(fault);
            case HOLD_STORE, COLLIDE ->
                "is possible only at points of worker, so write it as in worker@before_send=" + action.id();
            case DROP, HALF, RESET, DUPLICATE, DELAY, MEET ->
                "is possible only on the wire, so write it at wire@request or wire@reply";
        };
    }

    private static String misplacedPause(Fault fault) {
        return fault.actor() == Actor.WIRE
                ? "stops a worker over its frame, which is possible only until its successor is done, so leave out .."
                        + fault.action().until().map(Point::id).orElse("")
                : "is possible only at points of worker and on the wire, so write it as in worker@before_send="
                        + fault.action().id();
    }

    private static String misplacedKill(Fault fault) {
        if (fault.actor() == Actor.PERSON) {
            return "names a victim, but nobody else works while a person stands there, so leave out ="
                    + fault.action().id();
        }
        if (fault.action().victim().isEmpty()) {
            return "would kill a frame, so write =kill:worker or =drop behind it";
        }
        return fault.actor() == Actor.WIRE
                ? "would kill the publisher while no process is parked, so write it at a point of publisher, or as"
                        + " worker@before_send=kill:publisher"
                : "kills the process that is parked there, so leave out ="
                        + fault.action().id();
    }

    /** The tracer is told to kill before the worker starts, and at the entry of a call nobody can stand. */
    private void checkSystemCall(Fault fault) {
        require(
                !fault.point().isSys() || fault.action().equals(Action.KILL),
                fault + " names a system call, where a worker can only be killed, so leave out ="
                        + fault.action().id());
    }

    private void checkLookup(Fault fault, Point point) {
        require(
                point != Point.AFTER_LOOKUP || Offer.lookup(cell.contract()),
                (fault.point() == point ? fault + " is" : fault + " waits for after_lookup, which is")
                        + " never reached under " + cell.contract().id()
                        + ", which offers no lookup, so choose another contract or point");
    }

    private void checkLength(Fault fault, Duration length) {
        require(
                length.compareTo(LONGEST) <= 0,
                fault + " lasts longer than a cell may take, so choose at most " + DurationText.print(LONGEST));
    }

    private void checkUntil(Fault fault, Point until) {
        require(
                until.actor() == Actor.WORKER,
                fault + " waits for a point of " + until.actor().id()
                        + ", but only a worker can be waited for, so write it" + " as in "
                        + fault.action().kind().id() + "..after_lease");
        require(
                !until.isSys(),
                fault + " waits for a system call, which nobody announces, so choose a point that a worker announces");
        checkLookup(fault, until);
    }

    /** Up to before_send no request is under way, and up to mid_reply no worker has its reply: no race either way. */
    private void checkKill(Fault fault) {
        require(
                !fault.action().equals(Action.KILL_PUBLISHER) || fault.point().isBeforeAnySend(),
                fault + " would race with the request, which the publisher may have by then, so choose a point up to"
                        + " before_send, or comp_before_send, or kill it at a point of publisher");
        require(
                !fault.action().equals(Action.KILL_WORKER) || fault.point() != Point.AFTER_REPLY,
                fault
                        + " would race with the worker, which has its reply and confirms, so choose a point up to mid_reply,"
                        + " or worker@after_effect");
    }

    private void checkPause(Fault fault) {
        require(
                !fault.point().locksStore(),
                fault
                        + " would stop the worker while it holds the store's write lock, so that nobody could claim; choose"
                        + " a before_ or after_ point");
        require(
                fault.action().until().filter(Point::locksStore).isEmpty(),
                fault
                        + " would park the successor while it holds the store's write lock, so that the paused worker could"
                        + " not write; wait for a before_ or after_ point");
    }

    private void checkHoldStore(Fault fault) {
        require(
                !fault.point().locksStore(),
                fault
                        + " can get no write lock, because the worker holds it there, so choose a before_ or after_ point");
        require(
                fault.action().duration().orElseThrow().compareTo(SHORTEST_HOLD) >= 0,
                fault + " may be over before the worker comes to the store, so hold it for " + SHORTEST_HOLD.toMillis()
                        + "ms or longer");
    }

    private void checkCollide(Fault fault) {
        require(
                fault.point() == Point.BEFORE_SEND,
                fault + " must come between the stored operation and its first request, so write"
                        + " worker@before_send=collide");
        require(
                Offer.dedups(cell.contract()),
                fault + " expects a conflict, but " + cell.contract().id()
                        + " accepts the same operation with any content, so choose a contract that dedups");
    }

    private void checkMeet(Fault fault) {
        require(
                fault.point() == Point.REQUEST,
                fault + " lets replies meet, but only requests can, so write wire@request=meet");
    }

    private void require(boolean possible, String reason) {
        Plan.require(cell, possible, reason);
    }
}
