package dev.crashharness.orchestrator.cli.lab;

/** The lab's exit codes; public interface. */
final class LabExit {
    static final int OK = 0;
    static final int USAGE = 2;
    static final int REFUSED = 3;

    /** The task ended otherwise than in success: unknown, conflict, failed. */
    static final int ENDED_OTHERWISE = 5;

    /** Stopped by the fault, or the lease is live: try again. The number is sysexits' EX_TEMPFAIL. */
    static final int TRY_AGAIN = 75;

    /** A promise was broken, or the evidence is damaged. */
    static final int VIOLATION = 100;

    /** The fault was not carried out, or there is nothing to judge yet. */
    static final int INCONCLUSIVE = 101;

    static final int HARNESS_ERROR = 102;

    private LabExit() {}
}
