package dev.crashharness.worker.config;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a worker's environment says ({@code CRASH_HARNESS_*}).
 *
 * @param owner the name it claims under
 * @param lease how long a claim lasts; 1 ms to one day
 * @param clockOffset how far its clock runs ahead of the system's
 * @param timeout how long it waits for the publisher's connection and again for its reply; 1 ms to one day
 * @param wording what it would draft ({@code PAYLOAD}); empty: what was collected
 */
public record WorkerConfig(
        Path store,
        String task,
        String owner,
        InetSocketAddress publisher,
        String token,
        Duration lease,
        Duration clockOffset,
        Duration timeout,
        Optional<String> wording) {
    private static final Duration LONGEST = Duration.ofDays(1);

    public WorkerConfig {
        check("LEASE_MS", lease);
        // To a socket, 0 would mean for ever, and less is an error in the middle of a life.
        check("TIMEOUT_MS", timeout);
    }

    private static void check(String name, Duration given) {
        if (given.isNegative() || given.isZero() || given.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "CRASH_HARNESS_" + name + " is " + given.toMillis() + ", expected 1 to " + LONGEST.toMillis());
        }
    }

    /** Reads what {@code run} needs. */
    public static WorkerConfig from(Environment environment) {
        return new WorkerConfig(
                Path.of(environment.need("STORE")),
                environment.need("TASK"),
                environment.need("OWNER"),
                environment.address("PUBLISHER"),
                environment.need("TOKEN"),
                environment.millis("LEASE_MS", Duration.ofSeconds(60)),
                environment.millis("CLOCK_OFFSET_MS", Duration.ZERO),
                environment.millis("TIMEOUT_MS", Duration.ofSeconds(10)),
                environment.find("PAYLOAD"));
    }
}
