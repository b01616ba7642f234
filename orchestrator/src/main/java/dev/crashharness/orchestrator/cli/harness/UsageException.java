package dev.crashharness.orchestrator.cli.harness;

/** What was asked cannot be done as asked; exit 2. The message is one sentence. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}
