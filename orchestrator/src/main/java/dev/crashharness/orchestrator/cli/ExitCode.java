package dev.crashharness.orchestrator.cli;

/** The exit codes; public interface. Those of a matrix lie in {@code Verdict}. */
final class ExitCode {
    /** As expected. */
    static final int OK = 0;

    /** A defect of this program; never chosen. */
    static final int CRASHED = 1;

    /** The command line, a file or a machine that cannot be used as asked. */
    static final int USAGE = 2;

    /** The filter matched no cell. */
    static final int NO_CELLS = 4;

    /** A planted bug was not caught, or a promise was broken. */
    static final int VIOLATION = 100;

    /** The harness or the machine failed. */
    static final int HARNESS_ERROR = 102;

    private ExitCode() {}
}
