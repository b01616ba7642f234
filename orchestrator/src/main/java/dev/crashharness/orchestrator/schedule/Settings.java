package dev.crashharness.orchestrator.schedule;

import dev.crashharness.orchestrator.schedule.text.DurationText;
import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.orchestrator.schedule.text.Range;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
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
 * @param workers how many workers are started at once (1 to 9)
 * @param skews how far a worker's clock runs ahead, by its number, where it differs from what {@code expiry} says
 * @param payloads what a worker would draft, by its number, where it differs from the task's; a saved draft wins
 * @param submit how often the task is submitted (1 to 9)
 * @param gap how far the publisher's clock and those of later workers move on at a takeover; zero to one day
 * @param probe whether the harness itself sends the stored operation with other content at the end
 * @param timeout how long workers wait for a reply, where it differs from what the faults make of it
 * @param store the journal mode of the worker store
 */
public record Settings(
        Duration lease,
        Expiry expiry,
        Map<Integer, String> names,
        int again,
        int workers,
        Map<Integer, Duration> skews,
        Map<Integer, String> payloads,
        int submit,
        Duration gap,
        boolean probe,
        Optional<Duration> timeout,
        Journal store) {
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
        skews = Collections.unmodifiableMap(new TreeMap<>(skews));
        payloads = Collections.unmodifiableMap(new TreeMap<>(payloads));
    }

    /** The settings that the lab and the first matrix know. */
    public Settings(Duration lease, Expiry expiry, Map<Integer, String> names, int again) {
        this(
                lease,
                expiry,
                names,
                again,
                1,
                Map.of(),
                Map.of(),
                1,
                Duration.ZERO,
                false,
                Optional.empty(),
                Journal.WAL);
    }

    /** The owner name of worker {@code number} (1-based). */
    public String ownerOf(int number) {
        return names.getOrDefault(number, defaultName(number));
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
