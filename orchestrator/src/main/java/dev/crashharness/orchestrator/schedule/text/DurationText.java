package dev.crashharness.orchestrator.schedule.text;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people type them: {@code 500ms}, {@code 2s}, {@code 5m}, {@code 24h}, {@code 1d}; always above zero. */
public final class DurationText {
    private static final Pattern SPELLING = Pattern.compile("([1-9][0-9]{0,8})(ms|s|m|h|d)");

    /** Nanoseconds, in which waits are counted, end at 292 years. */
    private static final Duration LONGEST = Duration.ofDays(10_000);

    /** Largest first, which is the order in which printing tries them. */
    private static final List<Unit> UNITS = List.of(
            new Unit("d", Duration.ofDays(1)),
            new Unit("h", Duration.ofHours(1)),
            new Unit("m", Duration.ofMinutes(1)),
            new Unit("s", Duration.ofSeconds(1)),
            new Unit("ms", Duration.ofMillis(1)));

    private DurationText() {}

    /**
     * Reads a whole number, at most nine digits, directly followed by its unit; at most 10,000 days.
     *
     * @throws IllegalArgumentException for any other text, zero and negative numbers included
     */
    public static Duration parse(String text) {
        Matcher spelled = SPELLING.matcher(text);
        if (!spelled.matches()) {
            throw new Flaw(
                    "duration '" + text + "' is not a whole number above zero with a unit",
                    "write it as 500ms, 2s, 5m, 24h or 1d");
        }
        Duration unit = UNITS.stream()
                .filter(candidate -> candidate.suffix.equals(spelled.group(2)))
                .findFirst()
                .orElseThrow()
                .length;
        Duration duration = unit.multipliedBy(Long.parseLong(spelled.group(1)));
        if (duration.compareTo(LONGEST) > 0) {
            throw new Flaw("duration '" + text + "' is too long", "expected at most " + print(LONGEST));
        }
        return duration;
    }

    /**
     * Prints in the largest unit of which {@code duration} is a whole number: 120 s are {@code 2m}, 90 s {@code 90s}.
     *
     * @throws IllegalArgumentException when it is zero, negative or no whole number of milliseconds
     */
    public static String print(Duration duration) {
        return UNITS.stream()
                .filter(unit -> isWhole(duration, unit.length))
                .findFirst()
                .map(unit -> duration.dividedBy(unit.length) + unit.suffix)
                .orElseThrow(() -> new Flaw(
                        "duration " + duration + " is not a whole number of milliseconds above zero",
                        "round it to milliseconds"));
    }

    private static boolean isWhole(Duration duration, Duration unit) {
        return duration.compareTo(unit) >= 0
                && unit.multipliedBy(duration.dividedBy(unit)).equals(duration);
    }

    private record Unit(String suffix, Duration length) {}
}
