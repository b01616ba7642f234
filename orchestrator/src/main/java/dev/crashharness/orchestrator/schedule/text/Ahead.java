package dev.crashharness.orchestrator.schedule.text;

import java.time.Duration;

/** How far a clock runs ahead of the true one: {@code +5s}, {@code +0s} for a true one, at most {@code +1d}. */
public final class Ahead {
    private static final String NOT_AT_ALL = "+0s";
    private static final Span BOUNDS = new Span("skew", Duration.ofDays(1));

    private Ahead() {}

    /** Reads it with its sign or without; a clock that runs behind is refused, because no lease would then expire. */
    public static Duration parse(String text) {
        if (text.startsWith("-")) {
            throw new Flaw("skew '" + text + "' runs behind", "expected " + NOT_AT_ALL + " to +1d");
        }
        String length = text.startsWith("+") ? text.substring(1) : text;
        return length.matches("0(ms|[smhd])") ? Duration.ZERO : BOUNDS.parse(length);
    }

    /** Prints it with its sign, in the largest whole unit. */
    public static String print(Duration ahead) {
        return ahead.isZero() ? NOT_AT_ALL : "+" + DurationText.print(check(ahead));
    }

    /** Returns {@code ahead} when it is zero to one day. */
    public static Duration check(Duration ahead) {
        return ahead.isZero() ? ahead : BOUNDS.check(ahead);
    }
}
