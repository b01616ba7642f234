package dev.crashharness.orchestrator.process;

/** What became of an attempt to start a child. */
public sealed interface Launch {
    /** The child runs, or has run and ended already; the caller owns it and must close it. */
    record Started(ChildProcess child) implements Launch {}

    /**
     * There is no child.
     *
     * @param reason one sentence for the user
     */
    record NotStarted(String reason) implements Launch {}
}
