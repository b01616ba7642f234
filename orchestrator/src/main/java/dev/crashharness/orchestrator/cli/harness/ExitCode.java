package dev.crashharness.orchestrator.cli.harness;

import java.util.OptionalInt;

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

    /** Lab: the task ended otherwise than in success: unknown, awaiting approval, in conflict, failed, not undone. */
    public static final int ENDED_OTHERWISE = 5;

    /**
     * Lab: stopped by the fault, the lease is live or lost, or another command is at work on the file: try again. The number
     * is sysexits' EX_TEMPFAIL.
     */
    public static final int TRY_AGAIN = 75;

    /** A planted bug was not caught, a promise was broken, or evidence is damaged. */
    public static final int VIOLATION = 100;

    /** The fault was not carried out, or there is nothing to judge yet. */
    public static final int INCONCLUSIVE = 101;

    /** The harness or the machine failed. */
    public static final int HARNESS_ERROR = 102;

    /** Verify, merge: a planned cell has no result; merge: the runs do not belong together. */
    public static final int INCOMPLETE = 103;

    /** The time budget had ended before all cells were started. */
    public static final int TIME_BUDGET = 104;

    private ExitCode() {}

    /**
     * The exit code of a matrix or a merge, of several the first: a signal, a verdict, what is missing, what was left.
     *
     * @param signal 130 or 143, when one came
     * @param verdicts that of the worst verdict, 0 when all passed
     * @param incomplete whether a merge lacks results
     * @param outOfTime whether cells were left because the time budget had ended
     */
    public static int ofRun(OptionalInt signal, int verdicts, boolean incomplete, boolean outOfTime) {
        if (signal.isPresent()) {
            return signal.getAsInt();
        }
        if (verdicts != OK) {
            return verdicts;
        }
        return incomplete ? INCOMPLETE : outOfTime ? TIME_BUDGET : OK;
    }
}
