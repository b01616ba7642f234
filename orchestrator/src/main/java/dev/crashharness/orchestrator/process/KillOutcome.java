package dev.crashharness.orchestrator.process;

import java.time.Duration;

/** What a kill can prove. */
public sealed interface KillOutcome {
    /** The process id the kill was meant for. */
    long pid();

    /** Its start in clock ticks since boot, which tells it from a later process with the same id. */
    long startTicks();

    /**
     * It lived, was signalled, and the death is the signal's.
     *
     * @param signalledAtNanos {@link System#nanoTime()} right before the signal
     * @param exit always with the code {@link Exit#KILLED}
     */
    record Killed(long pid, long startTicks, long signalledAtNanos, Exit exit) implements KillOutcome {}

    /** It had ended by itself, or by somebody else's signal, before ours: no kill, whatever the exit code says. */
    record AlreadyGone(long pid, long startTicks, Exit exit) implements KillOutcome {}

    /**
     * Its death, or the end of its bookkeeping, was not seen in time (state D, a stopped machine). Kill again later.
     *
     * @param signalledAtNanos 0 when it was gone before the signal and only its exit code did not come
     * @param waited how long
     */
    record NotConfirmed(long pid, long startTicks, long signalledAtNanos, Duration waited) implements KillOutcome {}
}
