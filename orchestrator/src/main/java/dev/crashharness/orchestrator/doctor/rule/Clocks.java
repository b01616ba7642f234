package dev.crashharness.orchestrator.doctor.rule;

import java.time.Duration;

/**
 * Both clocks at one moment. Leases are written in wall-clock time: when it is set while a cell runs, a lease ends early or
 * late.
 */
public record Clocks(long wallMs, long monotonicNs) {
    /** NTP slews by half a millisecond per second, and a busy machine reads the two clocks some time apart. */
    private static final Duration MOST = Duration.ofMillis(250);

    public static Clocks now() {
        return new Clocks(System.currentTimeMillis(), System.nanoTime());
    }

    /** What the wall clock did between two moments, compared with the one that is never set. */
    public static Finding between(Clocks begin, Clocks end) {
        Duration watched = Duration.ofNanos(end.monotonicNs - begin.monotonicNs);
        Duration step = Duration.ofMillis(end.wallMs - begin.wallMs).minus(watched);
        if (step.abs().compareTo(MOST) > 0) {
            return Finding.doubt(
                    "clock",
                    "the wall clock was set by " + step.toMillis() + " ms while it was watched for "
                            + watched.toMillis() + " ms: leases end early or late, and cells INCONCLUSIVE",
                    "stop what sets it, or let it slew the clock instead");
        }
        return Finding.ok("clock", "the wall clock ran evenly for " + watched.toMillis() + " ms");
    }
}
