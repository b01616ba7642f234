package dev.crashharness.worker.config;

import dev.crashharness.worker.task.Task;
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
    /** Reads what {@code run} needs. */
    public static WorkerConfig from(Environment environment) {
        environment.find("PAYLOAD").ifPresent(wording -> Task.requireRoomInFrame(environment.need("TASK"), wording));
        return new WorkerConfig(
                Path.of(environment.need("STORE")),
                environment.need("TASK"),
                environment.need("OWNER"),
                environment.address("PUBLISHER"),
                environment.need("TOKEN"),
                environment.lease(),
                environment.clockOffset(),
                environment.timeout(),
                environment.find("PAYLOAD"));
    }
}
