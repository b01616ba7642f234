package dev.crashharness.orchestrator.matrix.shard;

import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Expiry;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Settings;
import java.time.Duration;

/**
 * What a cell is expected to cost, read off its id alone: a start of a JVM for each life, and what the cell itself waits for.
 * Only the proportions matter, so it need not be true of any machine; it must be the same on all of them.
 */
public final class ExpectedCost {
    /** From the start of a process to its end; nearly all of it is the start. */
    private static final Duration LIFE = Duration.ofMillis(350);

    /** How long a worker waits for a reply that is withheld. */
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    private ExpectedCost() {}

    /** The time that one run of {@code cell} should take by itself. */
    public static Duration of(Cell cell) {
        Settings settings = cell.settings();
        int publisherAndWorkers = 1 + settings.workers();
        int lives = publisherAndWorkers + settings.again() + settings.submit() - 1;
        Duration waits = Duration.ZERO;
        for (Fault fault : cell.faults()) {
            lives += lives(fault);
            waits = waits.plus(wait(fault, settings));
        }
        return LIFE.multipliedBy(lives).plus(waits);
    }

    /** A successor, a restarted publisher, or the process that holds the lock. */
    private static int lives(Fault fault) {
        return switch (fault.action().kind()) {
            case KILL, PAUSE, HOLD_STORE -> 1;
            case COLLIDE, DROP, HALF, RESET, DUPLICATE, DELAY, MEET -> 0;
        };
    }

    private static Duration wait(Fault fault, Settings settings) {
        Action action = fault.action();
        return switch (action.kind()) {
            case KILL, PAUSE ->
                settings.expiry() == Expiry.WAIT && victim(fault) == Actor.WORKER ? settings.lease() : Duration.ZERO;
            case HOLD_STORE, DELAY -> action.duration().orElse(TIMEOUT);
            case DROP -> settings.timeout().orElse(TIMEOUT);
            case COLLIDE, HALF, RESET, DUPLICATE, MEET -> Duration.ZERO;
        };
    }

    private static Actor victim(Fault fault) {
        return fault.action().victim().orElse(fault.actor());
    }
}
