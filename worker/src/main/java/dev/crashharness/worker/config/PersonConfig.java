package dev.crashharness.worker.config;

import dev.crashharness.worker.store.person.Instruction;
import dev.crashharness.worker.task.Resolution.Kind;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the environment of a person's command says ({@code CRASH_HARNESS_*}).
 *
 * @param by who gives the command
 * @param operation the one that is meant, or empty for whichever is stored
 * @param clockOffset how far its clock runs ahead of the system's
 */
public record PersonConfig(Path store, String task, String by, Optional<String> operation, Duration clockOffset) {
    /**
     * Where and how the publisher is asked.
     *
     * @param timeout how long to wait for the connection and again for the reply
     */
    public record Inquiry(InetSocketAddress publisher, String token, Duration timeout) {
        /** Reads what a question to the publisher needs. */
        public static Inquiry from(Environment environment) {
            return new Inquiry(environment.address("PUBLISHER"), environment.need("TOKEN"), environment.timeout());
        }
    }

    /** Reads what {@code approve} and {@code resolve} need. */
    public static PersonConfig from(Environment environment) {
        // Where nobody is to be asked it is not needed; a wrong one is refused all the same, before anything is opened.
        environment.timeout();
        return new PersonConfig(
                Path.of(environment.need("STORE")),
                environment.said("TASK"),
                environment.said("BY"),
                environment.given("OPERATION"),
                environment.clockOffset());
    }

    /** What {@code RESOLUTION}, {@code BECAUSE} and {@code RECEIPT} say. */
    public Instruction instruction(Environment environment) {
        String word = environment.need("RESOLUTION");
        List<String> known = Arrays.stream(Kind.values()).map(Kind::id).toList();
        if (!known.contains(word)) {
            throw new IllegalArgumentException("CRASH_HARNESS_RESOLUTION is '" + word + "', expected one of " + known);
        }
        return new Instruction(
                task, operation, Kind.of(word), by, environment.given("BECAUSE"), environment.given("RECEIPT"));
    }
}
