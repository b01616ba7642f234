package dev.crashharness.orchestrator.schedule.text;

import java.util.regex.Pattern;

/** What a worker may call itself. */
public final class OwnerName {
    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private OwnerName() {}

    /**
     * Refuses a name that could not stand in a cell id or a file name.
     *
     * @throws Flaw naming {@code worker}, its number
     */
    public static void check(int worker, String name) {
        if (!LEGAL.matcher(name).matches()) {
            throw new Flaw(
                    "name '" + name + "' of worker " + worker + " is not a legal owner name",
                    "expected 1 to 64 characters of A-Z a-z 0-9 . _ -");
        }
    }
}
