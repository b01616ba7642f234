package dev.crashharness.orchestrator.judge.kill;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.History;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Whether somebody has set the machine's clock during the cell, or the machine slept (graphile/worker#222): leases and windows
 * were then not as long as the cell sets them. The harness's own deadlines are measured by the monotonic clock, which does
 * neither.
 */
final class ClockJump {
    /** Far above what adjusts a clock in small steps, and below each lease that is waited for. */
    private static final long MOST_MS = Duration.ofSeconds(1).toMillis();

    private static final String EPOCH = "epoch_ms";

    private ClockJump() {}

    static Optional<String> in(History history) {
        List<Event> dated = history.events().stream()
                .filter(event -> event.get(EPOCH).matches("\\d{1,15}"))
                .toList();
        for (int i = 1; i < dated.size(); i++) {
            long jump = aheadMs(dated.get(i)) - aheadMs(dated.get(i - 1));
            if (Math.abs(jump) > MOST_MS) {
                return Optional.of(said(dated.get(i - 1), dated.get(i), jump));
            }
        }
        return Optional.empty();
    }

    /** How far the wall clock is ahead of the monotonic one, whose origin is the log's. */
    private static long aheadMs(Event event) {
        return Long.parseLong(event.get(EPOCH)) - event.tNs() / 1_000_000;
    }

    private static String said(Event before, Event after, long jumpMs) {
        return "the machine's clock was set, or it slept: between %s of %s and %s of %s the wall clock went %d ms %s the monotonic clock"
                .formatted(
                        before.type().id(),
                        before.instance(),
                        after.type().id(),
                        after.instance(),
                        Math.abs(jumpMs),
                        jumpMs > 0 ? "further than" : "back against");
    }
}
