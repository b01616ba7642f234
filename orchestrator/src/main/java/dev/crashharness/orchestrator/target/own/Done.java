package dev.crashharness.orchestrator.target.own;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * How it is known that the work is done.
 *
 * @param exits the exit codes of a worker that leaves because nothing is left to do
 * @param rows for workers that never end by themselves: what the live file must say
 * @param quiet how long nothing may pass the wire after that
 */
public record Done(Set<Integer> exits, Optional<Question.Sql> rows, Duration quiet) {
    /** Succeeded, unknown, awaiting approval, conflict or failed: no successor can do more by itself. */
    public static final Done DOCUMENTED = new Done(Set.of(0, 12, 13, 14), Optional.empty(), Duration.ZERO);

    /** A worker's own word that it has lost its lease, with any schema. */
    public static final int LEASE_LOST = 10;

    /** Likewise that somebody else's lease is live. */
    public static final int LEASE_LIVE = 11;

    public Done {
        exits = Set.copyOf(exits);
    }
}
