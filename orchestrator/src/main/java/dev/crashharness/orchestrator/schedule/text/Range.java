package dev.crashharness.orchestrator.schedule.text;

import java.util.regex.Pattern;

/** The bounds of a whole number in a cell id, both inclusive; {@code what} is how an error speaks of the number. */
public record Range(String what, int low, int high) {
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}");

    /** Returns {@code value}. */
    public int check(int value) {
        if (value < low || value > high) {
            throw outside(Integer.toString(value));
        }
        return value;
    }

    /** Reads digits without sign or leading zero, so that each number has one spelling. */
    public int parse(String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw outside(text);
        }
        return check(Integer.parseInt(text));
    }

    private Flaw outside(String found) {
        return new Flaw(
                what + " '" + found + "' is out of range", "expected a whole number from " + low + " to " + high);
    }
}
