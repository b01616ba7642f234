package dev.crashharness.orchestrator.cli.run;

/** A run that a signal was to end has ended by a failure: that is told, and the exit code is the signal's. */
public final class SignalledException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Exception failure;
    private final int exitCode;

    SignalledException(Exception failure, int exitCode) {
        super(failure);
        this.failure = failure;
        this.exitCode = exitCode;
    }

    /** What ended it. */
    public Exception failure() {
        return failure;
    }

    /** 130 or 143. */
    public int exitCode() {
        return exitCode;
    }
}
