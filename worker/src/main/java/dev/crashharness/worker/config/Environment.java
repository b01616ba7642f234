package dev.crashharness.worker.config;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.sqlite.Journal;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The variables, with one sentence for each that is missing or wrong. */
public record Environment(Map<String, String> variables) {
    private static final int HIGHEST_PORT = 65_535;
    private static final Duration ONE_DAY = Duration.ofDays(1);

    /** Within it no sum of times leaves the range of a clock in milliseconds. */
    private static final Duration CENTURY = Duration.ofDays(36_525);

    /** The variable {@code CRASH_HARNESS_name}, which must be set. */
    public String need(String name) {
        return find(name)
                .orElseThrow(() ->
                        new IllegalArgumentException("CRASH_HARNESS_" + name + " is not set; the worker needs it"));
    }

    /** As {@link #need}, be it set to nothing: what a person says is refused where it would be recorded, and not here. */
    String said(String name) {
        return given(name).orElseGet(() -> need(name));
    }

    /** The variable {@code CRASH_HARNESS_name} as it is set, be it to nothing. */
    Optional<String> given(String name) {
        return Optional.ofNullable(variables.get("CRASH_HARNESS_" + name));
    }

    /** Whether a person has to approve what is submitted: {@code CRASH_HARNESS_APPROVAL} is {@code required} or not set. */
    public boolean approvalRequired() {
        Optional<String> value = find("APPROVAL");
        if (value.filter(word -> !word.equals("required")).isPresent()) {
            throw new IllegalArgumentException(
                    "CRASH_HARNESS_APPROVAL is '" + value.get() + "', expected required, or nothing");
        }
        return value.isPresent();
    }

    Optional<String> find(String name) {
        return Optional.ofNullable(variables.get("CRASH_HARNESS_" + name)).filter(value -> !value.isEmpty());
    }

    /** How long a claim lasts: {@code CRASH_HARNESS_LEASE_MS}, 1 ms to one day. */
    Duration lease() {
        return millis("LEASE_MS", Duration.ofSeconds(60), Duration.ofMillis(1), ONE_DAY);
    }

    /**
     * How long to wait for the publisher: {@code CRASH_HARNESS_TIMEOUT_MS}, 1 ms to one day. To a socket, 0 would mean for
     * ever, and less is an error in the middle of a life.
     */
    Duration timeout() {
        return millis("TIMEOUT_MS", Duration.ofSeconds(10), Duration.ofMillis(1), ONE_DAY);
    }

    /** How far the clock runs ahead, or behind: {@code CRASH_HARNESS_CLOCK_OFFSET_MS}, at most a hundred years. */
    Duration clockOffset() {
        return millis("CLOCK_OFFSET_MS", Duration.ZERO, CENTURY.negated(), CENTURY);
    }

    private Duration millis(String name, Duration otherwise, Duration least, Duration most) {
        Duration given =
                find(name).map(value -> Duration.ofMillis(number(name, value))).orElse(otherwise);
        if (given.compareTo(least) < 0 || given.compareTo(most) > 0) {
            throw new IllegalArgumentException("CRASH_HARNESS_" + name + " is " + given.toMillis() + ", expected "
                    + least.toMillis() + " to " + most.toMillis());
        }
        return given;
    }

    InetSocketAddress address(String name) {
        String value = need(name);
        int colon = value.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("CRASH_HARNESS_" + name + " is '" + value + "', expected host:port");
        }
        long port = number(name, value.substring(colon + 1));
        if (port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException(
                    "CRASH_HARNESS_" + name + " is '" + value + "', expected a port from 1 to " + HIGHEST_PORT);
        }
        return new InetSocketAddress(value.substring(0, colon), Math.toIntExact(port));
    }

    /** The contract that {@code CRASH_HARNESS_CONTRACT} names. */
    public Contract contract() {
        String id = need("CONTRACT");
        return Contract.of(id)
                .orElseThrow(() -> new IllegalArgumentException(
                        "CRASH_HARNESS_CONTRACT is '" + id + "', expected one of " + Contract.ids()));
    }

    /** The journal of a store that is made, which {@code CRASH_HARNESS_JOURNAL} names; WAL when it is not set. */
    public Journal journal() {
        String id = find("JOURNAL").orElse(Journal.WAL.id());
        return Journal.of(id)
                .orElseThrow(() -> new IllegalArgumentException(
                        "CRASH_HARNESS_JOURNAL is '" + id + "', expected one of " + Journal.ids()));
    }

    private static long number(String name, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "CRASH_HARNESS_" + name + " is '" + value + "', expected a whole number", e);
        }
    }
}
