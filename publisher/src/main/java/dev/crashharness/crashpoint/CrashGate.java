package dev.crashharness.crashpoint;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The named places at which the harness can stop this process. {@link #at} announces a point and blocks until the
 * harness answers; at the kill point the answer never comes. Announcing and running on would not do: measured, such a
 * worker sent bytes in 8 of 30 runs before the signal landed.
 *
 * <p>Thread-safe. Disarmed (no harness), a point costs one null check.
 */
public final class CrashGate implements AutoCloseable {
    private static final CrashGate DISARMED = new CrashGate(null);

    private final ControlConnection connection;

    private CrashGate(ControlConnection connection) {
        this.connection = connection;
    }

    /** A gate without a harness behind it. */
    public static CrashGate disarmed() {
        return DISARMED;
    }

    /**
     * Connects to the harness that {@code CRASH_HARNESS_CONTROL} (host:port) names and says hello with {@code _TOKEN},
     * {@code _ROLE} and {@code _INSTANCE}; without that variable the gate is disarmed.
     *
     * @throws IllegalArgumentException when that variable is no host:port, or the hello is too long for a line
     * @throws IOException when the harness cannot be reached or does not answer the hello within 10 s
     */
    public static CrashGate fromEnvironment(Map<String, String> environment, GateHooks hooks) throws IOException {
        String control = environment.get("CRASH_HARNESS_CONTROL");
        if (control == null || control.isEmpty()) {
            return DISARMED;
        }
        ControlLine hello = ControlLine.of(
                "hello",
                "1",
                environment.getOrDefault("CRASH_HARNESS_TOKEN", ""),
                environment.getOrDefault("CRASH_HARNESS_ROLE", ""),
                environment.getOrDefault("CRASH_HARNESS_INSTANCE", ""),
                Long.toString(ProcessHandle.current().pid()));
        return new CrashGate(ControlConnection.open(control, hello, hooks));
    }

    /** Announces {@code point} and blocks until the harness lets this thread go on. */
    public void at(String point) {
        at(point, Map.of());
    }

    /** As {@link #at(String)}, with values that tell apart who stands there. */
    public void at(String point, Map<String, String> fields) {
        if (connection != null) {
            connection.announce(point, fields);
        }
    }

    /**
     * Tells the harness something that paces or explains the run; not answered, never blocks on an answer. Values that
     * are too long for one line are cut: a long sentence must not end the child that wants to say it.
     */
    public void event(String name, Map<String, String> fields) {
        if (connection != null) {
            connection.send(new ControlLine("event", List.of(name), fields).cutToFit());
        }
    }

    /** Reports the address this process accepts connections on. */
    public void listening(String host, int port) {
        if (connection != null) {
            connection.send(ControlLine.of("listening", host + ":" + port));
        }
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
        }
    }
}
