package dev.crashharness.crashpoint;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * What a child does when the harness speaks first.
 *
 * @param onLost called once, on the reader thread, when the control socket closes: the harness is gone and the child
 *     must not outlive it
 * @param onClock called with how far the child's clock must move on ({@code clock N +MS})
 */
public record GateHooks(Runnable onLost, Consumer<Duration> onClock) {
    /** For a child without a clock of its own. */
    public static GateHooks onLost(Runnable onLost) {
        return new GateHooks(onLost, offset -> {});
    }
}
