package dev.crashharness.orchestrator.judge.kill.pace;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether a cell's time was over because the harness did not run, as behind Ctrl-Z or in a container that was frozen. Many
 * short waits are no such thing: that no work can end beside them, nobody can tell.
 */
public final class Standstill {
    private Standstill() {}

    /** What stands against a cell that was late, when it had less than half of its time. */
    public static Optional<String> objection(Trial trial) {
        long tookMs = trial.history().events().stream()
                .mapToLong(event -> Duration.ofNanos(event.tNs()).toMillis())
                .max()
                .orElse(0);
        return trial.pauseMs()
                .filter(pause -> trial.history().ending().kind() == Ending.Kind.DEADLINE && pause * 2 >= tookMs)
                .map(pause ->
                        ("the cell's time was over after %d ms, in which the machine stood still for %d ms; run it again"
                                        + " when nothing stops or freezes it, with fewer --jobs if it is only slow")
                                .formatted(tookMs, pause));
    }
}
