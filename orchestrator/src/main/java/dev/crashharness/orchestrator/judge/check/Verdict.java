package dev.crashharness.orchestrator.judge.check;

/** How a cell ended, the worst first. */
public enum Verdict {
    /** A promise was broken. */
    VIOLATION(100),
    /** The harness, the machine or a check failed. */
    ERROR(102),
    /** The run proves nothing: a kill that did not land is never a pass (commandprompt/pgcolumnar#223). */
    INCONCLUSIVE(101),
    /** The cell was not started. */
    NOT_RUN(0),
    /** All faults landed and every promise held. */
    PASS(0);

    private final int exitCode;

    Verdict(int exitCode) {
        this.exitCode = exitCode;
    }

    /** The exit code of a matrix whose worst cell this is. */
    public int exitCode() {
        return exitCode;
    }

    /** The one of both that decides about the whole. */
    public static Verdict worse(Verdict a, Verdict b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
