package dev.crashharness.orchestrator.schedule;

import dev.crashharness.orchestrator.schedule.text.DurationText;
import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.orchestrator.schedule.text.Range;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a cell sets besides its faults. {@link Setting} spells them.
 *
 * @param lease how long a claim lasts without renewal; 1 ms to one day, whole milliseconds
 * @param expiry how a dead worker's lease comes to its end
 * @param names owner names by worker number (1 to 99), only those that differ from {@code worker-N}; 1 to 64 characters
 *     of {@code A-Z a-z 0-9 . _ -}. Two workers may bear the same name.
 * @param again how many more workers run after the end (0 to 9); nothing may change by them
 */
public record Settings(Duration lease, Expiry expiry, Map<Integer, String> names, int again) {
    /** The most that {@code again} may be. */
    public static final int MOST_AGAIN = 9;

    static final Range AGAIN = new Range("again", 0, MOST_AGAIN);
    static final Range NAMED = new Range("worker number", 1, 99);
    private static final Duration LONGEST_LEASE = Duration.ofDays(1);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /** The default lease: long enough that no worker of a cell renews it and no slow machine loses it. */
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(60);

    /** No setting given. */
    public static final Settings DEFAULTS = new Settings(DEFAULT_LEASE, Expiry.SKEW, Map.of(), 0);

    /** A name equal to the default is left out, so that equal settings are equal however they were spelled. */
    public Settings {
        checkLease(lease);
        AGAIN.check(again);
        TreeMap<Integer, String> given = new TreeMap<>(names);
        given.forEach(Settings::checkName);
        given.entrySet().removeIf(entry -> entry.getValue().equals(defaultName(entry.getKey())));
        names = Collections.unmodifiableMap(given);
    }

    /** The owner name of worker {@code number} (1-based). */
    public String ownerOf(int number) {
        return names.getOrDefault(number, defaultName(number));
    }

    Settings withLease(Duration other) {
        return new Settings(other, expiry, names, again);
    }

    Settings withExpiry(Expiry other) {
        return new Settings(lease, other, names, again);
    }

    Settings withName(int number, String name) {
        TreeMap<Integer, String> more = new TreeMap<>(names);
        more.put(number, name);
        return new Settings(lease, expiry, more, again);
    }

    Settings withAgain(int other) {
        return new Settings(lease, expiry, names, other);
    }

    private static String defaultName(int number) {
        return "worker-" + number;
    }

    private static void checkLease(Duration lease) {
        // Printing refuses what is no whole number of milliseconds above zero.
        String printed = DurationText.print(lease);
        if (lease.compareTo(LONGEST_LEASE) > 0) {
            throw new Flaw(
                    "lease '" + printed + "' is too long", "expected 1ms to " + DurationText.print(LONGEST_LEASE));
        }
    }

    private static void checkName(int number, String name) {
        NAMED.check(number);
        if (!NAME.matcher(name).matches()) {
            throw new Flaw(
                    "name '" + name + "' of worker " + number + " is not a legal owner name",
                    "expected 1 to 64 characters of A-Z a-z 0-9 . _ -");
        }
    }
}
