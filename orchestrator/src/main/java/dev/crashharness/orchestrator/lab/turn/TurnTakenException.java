package dev.crashharness.orchestrator.lab.turn;

/** Another command is at work on the same file. The message is one sentence for a person; nothing was done. */
public final class TurnTakenException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TurnTakenException(String message) {
        super(message);
    }
}
