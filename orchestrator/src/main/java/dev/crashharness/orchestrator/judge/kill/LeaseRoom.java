package dev.crashharness.orchestrator.judge.kill;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.text.DurationText;
import java.time.Duration;
import java.util.Optional;

/**
 * How much a lease leaves for a slow machine. It is renewed each third of its length, so that one which stands still for two
 * thirds of it takes the lease from a worker that does nothing wrong (timers that did not agree had live jobs picked again,
 * janbjorge/pgqueuer#430).
 */
final class LeaseRoom {
    /** Part of the protocol between a worker and its heirs, as the point names are. */
    private static final int RENEWALS = 3;

    private static final String LEASE_LOST = "10";

    private LeaseRoom() {}

    /** The end of a sentence: how long the lease is, how often it is renewed, and what the machine took of it. */
    static String words(Trial trial) {
        Duration lease = trial.cell().settings().lease();
        String renewed = "; a lease of %s is renewed every %d ms".formatted(DurationText.print(lease), everyMs(lease));
        return renewed
                + trial.pauseMs()
                        .map(pause -> ", and the machine stood still for %d ms at most".formatted(pause))
                        .orElse("");
    }

    /** What stands against a cell in which a worker lost its lease although nobody had stopped it. */
    static Optional<String> objection(Trial trial) {
        Duration lease = trial.cell().settings().lease();
        long roomMs = lease.toMillis() - everyMs(lease);
        return trial.pauseMs()
                .filter(pause -> pause >= roomMs && lostItsLease(trial))
                .map(pause ->
                        "a worker lost its lease, and the machine stood still for %d ms: a lease of %s that is renewed every %d ms outlives less than %d ms"
                                .formatted(pause, DurationText.print(lease), everyMs(lease), roomMs));
    }

    private static boolean lostItsLease(Trial trial) {
        boolean stopped =
                trial.cell().faults().stream().anyMatch(fault -> fault.action().kind() == Action.Kind.PAUSE);
        return !stopped
                && trial.history()
                        .events(EventType.EXIT)
                        .anyMatch(exit -> exit.instance().startsWith("worker-")
                                && exit.get("code").equals(LEASE_LOST));
    }

    private static long everyMs(Duration lease) {
        return Math.max(1, lease.toMillis() / RENEWALS);
    }
}
