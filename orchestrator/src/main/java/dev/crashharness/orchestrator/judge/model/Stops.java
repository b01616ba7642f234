package dev.crashharness.orchestrator.judge.model;

import dev.crashharness.orchestrator.judge.model.fault.Faults;
import dev.crashharness.orchestrator.judge.model.fault.Unplannable;
import dev.crashharness.orchestrator.judge.model.life.Life;
import dev.crashharness.orchestrator.judge.model.publisher.Request.Content;
import dev.crashharness.orchestrator.schedule.Action.Kind;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** What happens where a worker stands: it is killed, stopped, resumed, or something else happens around it. */
final class Stops {
    /** Here a worker holds the store's write lock. */
    static final Set<Point> LOCKED = Set.of(
            Point.DURING_LEASE, Point.DURING_COLLECT, Point.DURING_DRAFT, Point.DURING_VERIFY, Point.DURING_CONFIRM);

    /** SQLite's busy timeout is 5 s; a write that has to wait so long fails. */
    private static final Duration LONGEST_HOLD = Duration.ofSeconds(4);

    private final Walk walk;
    private final Cell cell;
    private Optional<Life> stopped = Optional.empty();
    private Optional<Point> until = Optional.empty();

    Stops(Walk walk, Cell cell) {
        this.walk = walk;
        this.cell = cell;
    }

    void arrive(Life life, Point point) {
        walk.relay().reached(point);
        boolean resumedHere = resumeAt(life, point);
        Optional<Fault> fault = walk.faults().at(life.come(point));
        if (fault.isPresent()) {
            refuseUnclearVictim(fault.get(), life, resumedHere);
            carryOut(fault.get(), life, point);
        }
    }

    private void refuseUnclearVictim(Fault fault, Life life, boolean resumedHere) {
        if (life.isResumed() || resumedHere) {
            throw new Unplannable(
                    fault.print() + " falls where a stopped worker is resumed, which leaves open who is hit");
        }
        if (isOneOfSeveral(life.number()) && fault.point().compareTo(Point.AFTER_LEASE) < 0) {
            throw race(fault);
        }
    }

    /** Any of those that start together may take the lease, so that none of them can be named. */
    void refuseNumbersOfSeveral() {
        cell.faults().stream()
                .filter(fault -> fault.actor() == Actor.WORKER && fault.number() != Fault.YOUNGEST)
                .filter(fault -> isOneOfSeveral(fault.number()))
                .findFirst()
                .ifPresent(fault -> {
                    throw race(fault);
                });
    }

    private boolean isOneOfSeveral(int number) {
        return cell.settings().workers() > 1 && number <= cell.settings().workers();
    }

    private Unplannable race(Fault fault) {
        return new Unplannable(fault.print() + " cannot be planned with workers="
                + cell.settings().workers() + ": which of them takes the lease is a race");
    }

    private void carryOut(Fault fault, Life life, Point point) {
        switch (fault.action().kind()) {
            case KILL -> kill(fault, life);
            case PAUSE -> pause(fault, life, point);
            case HOLD_STORE -> holdStore(fault, life, point);
            case COLLIDE -> collide(fault, point);
            default -> throw new Unplannable(fault.print() + " is possible only on the wire");
        }
        if (point.isAfterSend() && fault.action().kind() != Kind.PAUSE) {
            walk.faults().refuseOvertaken(fault.print());
        }
    }

    private void kill(Fault fault, Life life) {
        if (Faults.victim(fault) == Actor.PUBLISHER) {
            if (!fault.point().isBeforeAnySend()) {
                throw new Unplannable(fault.print()
                        + " races with the request, so choose a point up to before_send, or comp_before_send");
            }
            walk.relay().killPublisher(fault);
            walk.faults().carryOut(fault);
            walk.noteCarriedOut();
        } else {
            walk.faults().carryOut(fault);
            life.kill();
        }
    }

    /** Others live to their end here, or until one of them stands at the point that ends the pause. */
    private void pause(Fault fault, Life life, Point point) {
        refusePause(fault, point);
        walk.relay().requireQuiet(fault);
        walk.faults().carryOut(fault);
        walk.noteCarriedOut();
        if (point.isAfterSend()) {
            walk.faults().refuseOvertaken(fault.print());
        }
        outlive(fault, life);
    }

    /** Its frame was let through as soon as it stood: all comes to rest and is copied before others live. */
    void stopOverFrame(Fault fault, Life life) {
        refuseSecondStop(fault);
        walk.settle();
        outlive(fault, life);
    }

    private void outlive(Fault fault, Life life) {
        stopped = Optional.of(life);
        until = fault.action().until();
        walk.takeOverNext();
        walk.liveUntilConcluded();
        if (!life.isResumed() && until.isPresent()) {
            throw new Unplannable(fault.print() + " is never resumed: no successor reaches "
                    + until.get().id());
        }
        life.resume();
        stopped = Optional.empty();
    }

    private void refusePause(Fault fault, Point point) {
        if (LOCKED.contains(point)
                || fault.action().until().filter(LOCKED::contains).isPresent()) {
            throw new Unplannable(fault.print()
                    + " would stop a worker that holds the store's write lock, and nobody else could claim");
        }
        refuseSecondStop(fault);
    }

    private void refuseSecondStop(Fault fault) {
        if (stopped.isPresent()) {
            throw new Unplannable(fault.print() + " would stop a second worker while one is stopped already");
        }
    }

    private boolean resumeAt(Life life, Point point) {
        boolean due =
                stopped.filter(zombie -> zombie != life && !zombie.isResumed()).isPresent()
                        && until.filter(point::equals).isPresent();
        if (due) {
            refuseOpenAnswer(point);
            stopped.get().resume();
            stopped.get().run();
        }
        return due;
    }

    /** It does not read before it is let go, so that what comes late elsewhere is in time here. */
    private void refuseOpenAnswer(Point point) {
        boolean waits = point == Point.AFTER_SEND || point == Point.COMP_AFTER_SEND;
        if (waits && walk.relay().lastWasHeldBack()) {
            throw new Unplannable(
                    "whether a worker that stands at " + point.id() + " while another is resumed finds the"
                            + " answer that was held back is open, so wait for another point");
        }
    }

    private void holdStore(Fault fault, Life life, Point point) {
        Duration hold = fault.action().duration().orElseThrow();
        if (LOCKED.contains(point)) {
            throw new Unplannable(fault.print() + " would wait for ever: the worker itself holds the write lock there");
        }
        if (hold.compareTo(LONGEST_HOLD) > 0) {
            throw new Unplannable(fault.print() + " is longer than a write waits, so choose at most "
                    + LONGEST_HOLD.toSeconds() + "s");
        }
        walk.relay().requireQuiet(fault);
        walk.faults().carryOut(fault);
        walk.noteCarriedOut();
        Duration lease = cell.settings().lease();
        if (hold.compareTo(lease.multipliedBy(2)) >= 0) {
            life.holdStore();
        } else if (hold.multipliedBy(2).compareTo(lease) > 0) {
            throw new Unplannable(fault.print() + " is too near to the lease of " + lease.toMillis()
                    + " ms, so choose at most half of it or at least twice as much");
        }
    }

    private void collide(Fault fault, Point point) {
        if (point != Point.BEFORE_SEND) {
            throw new Unplannable(fault.print() + " needs a stored operation that is about to be sent, so write it at"
                    + " worker@before_send");
        }
        walk.relay().requireQuiet(fault);
        walk.sendForeign(Content.COLLISION);
        walk.faults().carryOut(fault);
        walk.noteCarriedOut();
    }
}
