package dev.crashharness.publisher.protocol;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of what a publisher promises. Only a name: the publisher keeps the promise in its ledger, the worker derives
 * its recovery rule from it, and the judge has its own table of promises, so that none of them can vouch for another.
 *
 * @param window for {@link Kind#DEDUP_WINDOW} how long an operation is remembered after its first sight, 1 ms to one day;
 *     zero for every other kind
 */
public record Contract(Kind kind, Duration window) {
    /** The kinds of promise. */
    public enum Kind {
        /** Sending an operation again returns the original receipt; a lookup by operation is offered. */
        DEDUP_QUERY,
        /** Sending an operation again returns the original receipt; no lookup is offered. */
        DEDUP_ONLY,
        /** As dedup-query, but an operation is forgotten a window after its first sight, whatever came meanwhile. */
        DEDUP_WINDOW,
        /** As dedup-query, and a request of a generation below the highest one seen is refused. */
        FENCED,
        /** Sending an operation again makes a second effect; a lookup is offered. */
        QUERY_ONLY,
        /** Sending an operation again makes a second effect; no lookup is offered. */
        BLIND;

        /** The spelling, without a window. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Stands before the constants, which are checked against it. */
    private static final Duration LONGEST_WINDOW = Duration.ofDays(1);

    public static final Contract DEDUP_QUERY = plain(Kind.DEDUP_QUERY);
    public static final Contract DEDUP_ONLY = plain(Kind.DEDUP_ONLY);
    public static final Contract FENCED = plain(Kind.FENCED);
    public static final Contract QUERY_ONLY = plain(Kind.QUERY_ONLY);
    public static final Contract BLIND = plain(Kind.BLIND);

    private static final Pattern WINDOW = Pattern.compile("([1-9][0-9]{0,8})(ms|s|m|h|d)");

    /** Milliseconds per unit, largest first: a window is printed in the largest unit that divides it. */
    private static final List<Unit> UNITS = List.of(
            new Unit("d", 86_400_000),
            new Unit("h", 3_600_000),
            new Unit("m", 60_000),
            new Unit("s", 1000),
            new Unit("ms", 1));

    private record Unit(String id, long ms) {}

    public Contract {
        boolean windowed = kind == Kind.DEDUP_WINDOW;
        if (windowed != window.toMillis() > 0 || window.compareTo(LONGEST_WINDOW) > 0) {
            throw new IllegalArgumentException("the window of " + kind.id() + " is " + window + ", expected "
                    + (windowed ? "1 ms to one day" : "none"));
        }
    }

    /** The contract that remembers an operation for {@code window}. */
    public static Contract dedupWindow(Duration window) {
        return new Contract(Kind.DEDUP_WINDOW, window);
    }

    /** The spelling used in cell ids, databases and environment variables: {@code dedup-window:24h}. */
    public String id() {
        return kind == Kind.DEDUP_WINDOW ? kind.id() + ":" + print(window.toMillis()) : kind.id();
    }

    /** The contract spelled {@code id}, or empty when there is none. */
    public static Optional<Contract> of(String id) {
        int colon = id.indexOf(':');
        String name = colon < 0 ? id : id.substring(0, colon);
        Optional<Kind> kind = Arrays.stream(Kind.values())
                .filter(each -> each.id().equals(name))
                .findFirst();
        if (kind.isEmpty() || (kind.get() == Kind.DEDUP_WINDOW) != colon >= 0) {
            return Optional.empty();
        }
        return colon < 0
                ? kind.map(Contract::plain)
                : milliseconds(id.substring(colon + 1)).map(window -> dedupWindow(Duration.ofMillis(window)));
    }

    /** How each kind is spelled, in declaration order; the one with a window by an example. */
    public static List<String> ids() {
        return Arrays.stream(Kind.values())
                .map(kind -> kind == Kind.DEDUP_WINDOW ? kind.id() + ":24h" : kind.id())
                .toList();
    }

    private static Contract plain(Kind kind) {
        return new Contract(kind, Duration.ZERO);
    }

    private static Optional<Long> milliseconds(String text) {
        Matcher parts = WINDOW.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        return UNITS.stream()
                .filter(unit -> unit.id().equals(parts.group(2)))
                .map(unit -> Long.parseLong(parts.group(1)) * unit.ms())
                .filter(ms -> ms <= LONGEST_WINDOW.toMillis())
                .findFirst();
    }

    private static String print(long ms) {
        Unit largest =
                UNITS.stream().filter(unit -> ms % unit.ms() == 0).findFirst().orElseThrow();
        return ms / largest.ms() + largest.id();
    }

    @Override
    public String toString() {
        return id();
    }
}
