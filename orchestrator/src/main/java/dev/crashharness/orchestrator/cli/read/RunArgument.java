package dev.crashharness.orchestrator.cli.read;

/** How every command that reads a run takes it. */
final class RunArgument {
    static final String DEFAULT = "crash-results/latest";
    static final String DESCRIPTION =
            "A run directory, or the folder of one of its cells; a copy will do (default: " + DEFAULT + ").";
    static final String TORN = "crash-harness: the last line of the log is torn and was left out";

    private RunArgument() {}
}
