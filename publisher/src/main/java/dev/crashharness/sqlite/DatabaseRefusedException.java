package dev.crashharness.sqlite;

/** A file that cannot be used as the database it should be. The message is one sentence for a person. */
public final class DatabaseRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What is wrong with the file. */
    public enum Reason {
        /** There is no such file, or its folder is missing. */
        MISSING,
        /** It is a file of another program, or another of ours. */
        FOREIGN,
        /** It was ours and can no longer be read. */
        DAMAGED
    }

    private final Reason reason;

    public DatabaseRefusedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    DatabaseRefusedException(Reason reason, String message, Exception cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** What is wrong with the file. */
    public Reason reason() {
        return reason;
    }
}
