package dev.crashharness.orchestrator.cell.session;

/** How a stretch of a worker's life ended. */
public sealed interface LifeEnd {
    /** Killed by the harness, as the schedule says. */
    record Killed() implements LifeEnd {}

    /**
     * It exited by itself, or by somebody else's hand.
     *
     * @param instance who
     * @param code its exit code
     * @param leaseLiveUntilMs until when it found the lease live (epoch milliseconds), or 0
     * @param error what it said of its own failure, or empty
     */
    record Exited(String instance, int code, long leaseLiveUntilMs, String error) implements LifeEnd {}

    /**
     * The deadline passed while it lived.
     *
     * @param lastPoint where it was last seen, or empty
     * @param stoppedPid its pid when somebody else has stopped it, or 0
     */
    record Overdue(String lastPoint, long stoppedPid) implements LifeEnd {}

    /** Stopped by the harness, as the schedule says; it can be resumed. */
    record Paused() implements LifeEnd {}

    /** It lives on, but its target's condition for done is met and the wire was quiet for as long as that says. */
    record Idle() implements LifeEnd {}

    /** It stands at the point up to which it was to live, unanswered. */
    record Standing() implements LifeEnd {}
}
