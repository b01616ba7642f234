package dev.crashharness.orchestrator.target.own;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * By what a target is judged.
 *
 * @param documented whether store and ledger follow the documented schemas, so that the model and all built-in checks apply
 * @param checks the target's own, beside those
 * @param knownDefect the check that this target is known to break
 * @param limits how long things may take
 */
public record Criteria(
        boolean documented, List<OwnCheck> checks, Done done, Optional<String> knownDefect, Limits limits) {
    /** The model and all built-in checks. */
    public static final Criteria DOCUMENTED =
            new Criteria(true, List.of(), Done.DOCUMENTED, Optional.empty(), Limits.USUAL);

    /**
     * How long things may take.
     *
     * @param cell one cell, from its first process to its last
     * @param setup the set-up command
     * @param checks all of the target's own checks of one cell together
     */
    public record Limits(Duration cell, Duration setup, Duration checks) {
        /** Far above what a loaded machine needs; a cell that is stuck must not hold up a matrix for long. */
        public static final Limits USUAL =
                new Limits(Duration.ofSeconds(60), Duration.ofMinutes(10), Duration.ofMinutes(2));
    }

    public Criteria {
        checks = List.copyOf(checks);
    }
}
