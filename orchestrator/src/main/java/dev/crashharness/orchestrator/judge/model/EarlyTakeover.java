package dev.crashharness.orchestrator.judge.model;

import static dev.crashharness.orchestrator.judge.model.Stops.LOCKED;

import dev.crashharness.orchestrator.judge.model.fault.Choices;
import dev.crashharness.orchestrator.judge.model.fault.Unplannable;
import dev.crashharness.orchestrator.judge.model.life.Life;
import dev.crashharness.orchestrator.judge.model.time.Clocks;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Expiry;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.Settings;
import java.time.Duration;
import java.util.Optional;

/**
 * Two workers at once, of which one has a clock that runs a lease ahead: it takes the lease of the other, which lives, at any
 * moment. Each course is one moment, and one at which the loser goes on.
 */
final class EarlyTakeover {
    private final Walk walk;
    private final Cell cell;
    private final Choices choices;
    private final Clocks clocks;
    private final boolean happens;
    private Optional<Life> loser = Optional.empty();

    EarlyTakeover(Walk walk, Cell cell, Choices choices) {
        this.walk = walk;
        this.cell = cell;
        this.choices = choices;
        this.clocks = new Clocks(cell);
        this.happens = isPossible() && choices.among(2) == 1;
    }

    /** Whether the one whose clock is behind is the first to claim, in this course. */
    boolean happens() {
        return happens;
    }

    /** Lives both to their ends; the one that ended last. */
    Life live() {
        boolean firstIsBehind = clocks.of(1).compareTo(clocks.of(2)) <= 0;
        Life behind = walk.worker(firstIsBehind ? 1 : 2);
        behind.run();
        walk.settle();
        if (loser.isPresent()) {
            return behind;
        }
        Life tooLate = walk.worker(ahead());
        tooLate.run();
        walk.settle();
        return tooLate;
    }

    void arrive(Life life, Point point) {
        if (!happens || LOCKED.contains(point)) {
            return;
        }
        if (loser.isEmpty()) {
            takeFrom(life, point);
        } else if (loser.get() != life && !loser.get().isResumed() && choices.among(2) == 1) {
            loser.get().resume();
            loser.get().run();
        }
    }

    private void takeFrom(Life life, Point point) {
        if (point != Point.BEFORE_LEASE && choices.among(2) == 1) {
            loser = Optional.of(life);
            walk.worker(ahead()).run();
            life.resume();
        }
    }

    private int ahead() {
        return clocks.of(1).compareTo(clocks.of(2)) > 0 ? 1 : 2;
    }

    private boolean isPossible() {
        Settings settings = cell.settings();
        Duration spread = clocks.spread();
        if (settings.expiry() == Expiry.WAIT || spread.multipliedBy(2).compareTo(settings.lease()) <= 0) {
            return false;
        }
        if (settings.workers() > 2
                || spread.compareTo(settings.lease()) < 0
                || !cell.faults().isEmpty()
                || settings.approve() > 0
                || settings.resolve().isPresent()) {
            throw new Unplannable("workers whose clocks differ by " + spread.toMillis()
                    + " ms take the lease from each other at any moment, which is planned for two workers, a whole lease,"
                    + " no person and no fault");
        }
        return true;
    }
}
