package dev.crashharness.orchestrator.judge.model;

import static java.util.stream.Collectors.joining;

import dev.crashharness.orchestrator.judge.model.Expected.Lives;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Expiry;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.ArrayList;
import java.util.List;

/**
 * Predicts a cell by walking it: each worker goes on from what is durable, a fault cuts it short, a successor follows.
 * Pure and not shared: one instance walks one cell.
 */
public final class ReferenceModel {
    /** A cell starts at most this many workers more than it has faults, besides the first. */
    private static final int SPARE_LIVES = 2;

    private final Cell cell;
    private final Promise promise;
    private final World world;
    private final Faults faults;
    private final List<Expected> afterFaults = new ArrayList<>();
    private int lives;
    private boolean waited;

    private ReferenceModel(Cell cell) {
        this.cell = cell;
        this.promise = Promise.of(cell.contract());
        this.world = new World(promise);
        this.faults = new Faults(cell.faults());
    }

    /** What must be found after each fault and at the end, or why the cell cannot be planned. */
    public static Forecast predict(Cell cell) {
        if (cell.faults().stream().anyMatch(fault -> fault.actor() == Actor.PUBLISHER)) {
            return new Unreachable("faults of the publisher are not modelled yet");
        }
        try {
            return new ReferenceModel(cell).walk();
        } catch (Life.Unordered race) {
            return new Unreachable(race.getMessage());
        }
    }

    private Forecast walk() {
        List<Point> last = liveUntilNobodyIsKilled();
        if (!faults.outstanding().isEmpty()) {
            return neverReached(last);
        }
        for (int extra = 0; extra < cell.settings().again(); extra++) {
            live();
        }
        return new Prediction(afterFaults, now());
    }

    private List<Point> liveUntilNobodyIsKilled() {
        while (true) {
            Life life = begin();
            try {
                life.run();
                return life.passed();
            } catch (Life.Killed killed) {
                noteCarriedOut();
            }
        }
    }

    private void live() {
        begin().run();
    }

    private Life begin() {
        waited |= cell.settings().expiry() == Expiry.WAIT && world.isLeased();
        lives++;
        refuseNumbersAfterWaiting();
        faults.beginLife();
        return new Life(lives, world, promise, faults, this::noteCarriedOut);
    }

    private void refuseNumbersAfterWaiting() {
        faults.outstanding().stream()
                .filter(fault -> waited && fault.number() >= lives)
                .findFirst()
                .ifPresent(fault -> {
                    throw new Life.Unordered(
                            fault.print()
                                    + " cannot be planned under expiry=wait: any number of workers may come before the lease ends");
                });
    }

    private void noteCarriedOut() {
        while (afterFaults.size() < faults.carriedOut()) {
            afterFaults.add(now());
        }
    }

    private Expected now() {
        int most = 1 + cell.faults().size() + SPARE_LIVES + cell.settings().again();
        return world.expected(new Lives(lives, waited ? Math.max(lives, most) : lives));
    }

    private Unreachable neverReached(List<Point> last) {
        String fault = faults.outstanding().get(0).print();
        String passed = last.stream().map(Point::id).collect(joining(" "));
        return new Unreachable(
                "%s is never reached: worker-%d is the last and passes only %s, after which the task is %s"
                        .formatted(fault, lives, passed, now().state().id()));
    }
}
