package dev.crashharness.orchestrator.cli.harness;

/** The exit codes; public interface. Those of a matrix lie in {@code Verdict}. */
public final class ExitCode {
    /** As expected. */
    public static final int OK = 0;

    /** A defect of this program; never chosen. */
    public static final int CRASHED = 1;

    /** The command line, a file or a machine that cannot be used as asked. */
    public static final int USAGE = 2;

    /** A request was refused: the store holds something else. */
    public static final int REFUSED = 3;

    /** The filter matched no cell. */
    public static final int NO_CELLS = 4;

    /** Lab: the task ended otherwise than in success: unknown, conflict. */
    public static final int ENDED_OTHERWISE = 5;

    /** Lab: stopped by the fault, or the lease is live: try again. The number is sysexits' EX_TEMPFAIL. */
    public static final int TRY_AGAIN = 75;

    /** A planted bug was not caught, a promise was broken, or evidence is damaged. */
    public static final int VIOLATION = 100;

    /** The fault was not carried out, or there is nothing to judge yet. */
    public static final int INCONCLUSIVE = 101;

    /** The harness or the machine failed. */
    public static final int HARNESS_ERROR = 102;

    private ExitCode() {}
}
