package dev.crashharness.orchestrator.matrix.stop;

import java.util.Locale;

/** Why cells were not run. */
public enum Reason {
    /** Somebody sent SIGINT or SIGTERM. */
    INTERRUPTED("the run was interrupted"),
    /** {@code --time-budget} had passed. */
    TIME_BUDGET("the time budget had ended"),
    /** {@code --fail-fast}: another cell did not pass. */
    FAIL_FAST("another cell had not passed, and the run was to stop then");

    private final String words;

    Reason(String words) {
        this.words = words;
    }

    /** The field {@code reason} of a verdict that is NOT_RUN. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** For a person. */
    public String words() {
        return words;
    }
}
