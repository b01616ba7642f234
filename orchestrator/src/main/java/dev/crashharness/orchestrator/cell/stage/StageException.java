package dev.crashharness.orchestrator.cell.stage;

/** The harness or the machine failed, not what is under test. The message is one sentence. */
public final class StageException extends Exception {
    private static final long serialVersionUID = 1;

    public StageException(String message) {
        super(message);
    }
}
