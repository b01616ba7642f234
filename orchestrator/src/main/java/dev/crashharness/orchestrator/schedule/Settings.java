package dev.crashharness.orchestrator.schedule;

import dev.crashharness.orchestrator.schedule.person.Resolution;
import dev.crashharness.orchestrator.schedule.text.Ahead;
import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.orchestrator.schedule.text.Range;
import dev.crashharness.orchestrator.schedule.text.Span;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
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
 * @param skews how far a worker's clock runs ahead, by its number, where {@code expiry} shall not say it; zero to
 *     one day
 * @param payloads what a worker would draft, by its number, where it differs from the task's; a saved draft wins; 1 to
 *     200 characters
 * @param submit how often the task is submitted (1 to 9)
 * @param gap how far the publisher's clock and those of later workers move on at a takeover; zero to one day
 * @param probe whether the harness itself sends the stored operation with other content at the end
 * @param timeout how long workers wait for a reply, where it differs from what the faults make of it; 1 ms to one day
 * @param store the journal mode of the worker store
 * @param approve how often a person approves once the task waits for it (1 to 9); 0: the task needs no approval
 * @param resolve what a person decides when the task comes to rest in unknown
 * @param refusesCancel whether the publisher refuses each cancel
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
        Journal store,
        int approve,
        Optional<Resolution> resolve,
        boolean refusesCancel) {
    /** The most that {@code again} may be. */
    public static final int MOST_AGAIN = 9;

    /** The default lease: long enough that no worker of a cell renews it and no slow machine loses it. */
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(60);

    static final Range AGAIN = new Range("again", 0, MOST_AGAIN);
    static final Range WORKERS = new Range("workers", 1, 9);
    static final Range SUBMIT = new Range("submit", 1, 9);
    static final Range APPROVE = new Range("approve", 0, 9);
    static final Range NUMBERED = new Range("worker number", 1, 99);

    /** The one word of {@code probe}. */
    static final String CONFLICT = "conflict";

    /** The one word of {@code cancel}. */
    static final String REFUSED = "refused";

    private static final Duration DAY = Duration.ofDays(1);
    private static final Span LEASE = new Span("lease", DAY);
    private static final Span GAP = new Span("gap", DAY);
    private static final Span TIMEOUT = new Span("timeout", DAY);
    private static final int LONGEST_PAYLOAD = 200;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /** No setting given. */
    public static final Settings DEFAULTS = new Settings(DEFAULT_LEASE, Expiry.SKEW, Map.of(), 0);

    /**
     * A name equal to the default is left out, so that equal settings are equal however they were spelled. A skew is kept
     * even where it equals what {@code expiry} would say: that depends on other settings.
     */
    public Settings {
        LEASE.check(lease);
        AGAIN.check(again);
        WORKERS.check(workers);
        SUBMIT.check(submit);
        APPROVE.check(approve);
        timeout.ifPresent(TIMEOUT::check);
        if (!gap.isZero()) {
            GAP.check(gap);
        }
        names = sorted(names, Settings::checkName);
        skews = sorted(skews, (worker, skew) -> !Ahead.check(skew).isNegative());
        payloads = sorted(payloads, Settings::checkPayload);
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
                Journal.WAL,
                0,
                Optional.empty(),
                false);
    }

    /**
     * Reads settings as they stand behind the {@code ?} of a cell id: {@code again=1&lease=2s}.
     *
     * @throws IllegalArgumentException naming the pair that is wrong
     */
    static Settings parse(String text) {
        Draft draft = new Draft(DEFAULTS);
        Set<String> seen = new HashSet<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 0) {
                throw new Flaw("setting '" + pair + "' is not key=value", "write it as in lease=2s");
            }
            String key = pair.substring(0, equals);
            Setting.read(draft, key, pair.substring(equals + 1));
            if (!seen.add(key)) {
                throw new Flaw("setting '" + key + "' is given twice", "keep one of the two");
            }
        }
        return draft.settings();
    }

    /** Each setting that differs from the defaults, as a cell id spells it: {@code again=1}, {@code lease=2s}. */
    public List<String> pairs() {
        return Setting.print(this);
    }

    /** The settings that {@link #pairs} yields {@code pairs} of. */
    public static Settings of(List<String> pairs) {
        return pairs.isEmpty() ? DEFAULTS : parse(String.join("&", pairs));
    }

    /** These settings with one changed, spelled as in a cell id: {@code with("workers", "3")}. */
    public Settings with(String key, String value) {
        Draft draft = new Draft(this);
        Setting.read(draft, key, value);
        return draft.settings();
    }

    /** The owner name of worker {@code number} (1-based). */
    public String ownerOf(int number) {
        return names.getOrDefault(number, defaultName(number));
    }

    private static String defaultName(int number) {
        return "worker-" + number;
    }

    /** Sorted by worker, without those that {@code check} finds to say nothing new. */
    private static <T> Map<Integer, T> sorted(Map<Integer, T> given, BiPredicate<Integer, T> check) {
        Map<Integer, T> kept = new TreeMap<>();
        given.forEach((worker, value) -> {
            if (check.test(NUMBERED.check(worker), value)) {
                kept.put(worker, value);
            }
        });
        return Collections.unmodifiableMap(kept);
    }

    private static boolean checkName(int number, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new Flaw(
                    "name '" + name + "' of worker " + number + " is not a legal owner name",
                    "expected 1 to 64 characters of A-Z a-z 0-9 . _ -");
        }
        return !name.equals(defaultName(number));
    }

    private static boolean checkPayload(int number, String payload) {
        int length = payload.codePointCount(0, payload.length());
        if (length < 1 || length > LONGEST_PAYLOAD || payload.indexOf('\0') >= 0) {
            throw new Flaw(
                    "the payload of worker " + number + " has " + length + " characters",
                    "expected 1 to " + LONGEST_PAYLOAD + ", none of them NUL");
        }
        return true;
    }

    /** Settings on their way: read in any order, checked together. */
    static final class Draft {
        Duration lease;
        Expiry expiry;
        final Map<Integer, String> names;
        int again;
        int workers;
        final Map<Integer, Duration> skews;
        final Map<Integer, String> payloads;
        int submit;
        Duration gap;
        boolean probe;
        Optional<Duration> timeout;
        Journal store;
        int approve;
        Optional<Resolution> resolve;
        boolean refusesCancel;

        private Draft(Settings from) {
            lease = from.lease;
            expiry = from.expiry;
            names = new TreeMap<>(from.names);
            again = from.again;
            workers = from.workers;
            skews = new TreeMap<>(from.skews);
            payloads = new TreeMap<>(from.payloads);
            submit = from.submit;
            gap = from.gap;
            probe = from.probe;
            timeout = from.timeout;
            store = from.store;
            approve = from.approve;
            resolve = from.resolve;
            refusesCancel = from.refusesCancel;
        }

        private Settings settings() {
            return new Settings(
                    lease,
                    expiry,
                    names,
                    again,
                    workers,
                    skews,
                    payloads,
                    submit,
                    gap,
                    probe,
                    timeout,
                    store,
                    approve,
                    resolve,
                    refusesCancel);
        }
    }
}
