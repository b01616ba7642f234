package dev.crashharness.orchestrator.schedule.text;

import java.time.Duration;

/** The upper bound of a duration in a cell id; the lower one is 1 ms. {@code what} is how an error speaks of it. */
public record Span(String what, Duration longest) {
    /** Returns {@code duration}, which must be a whole number of milliseconds. */
    public Duration check(Duration duration) {
        // Printing refuses what is no whole number of milliseconds above zero.
        String printed = DurationText.print(duration);
        if (duration.compareTo(longest) > 0) {
            throw new Flaw(what + " '" + printed + "' is too long", "expected 1ms to " + DurationText.print(longest));
        }
        return duration;
    }

    /** Reads a duration within the bounds. */
    public Duration parse(String text) {
        return check(DurationText.parse(text));
    }
}
