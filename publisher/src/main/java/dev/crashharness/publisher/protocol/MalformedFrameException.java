package dev.crashharness.publisher.protocol;

/** A frame that is not one JSON object with the expected fields. */
public final class MalformedFrameException extends Exception {
    private static final long serialVersionUID = 1;

    private final String operation;
    private final String attempt;

    MalformedFrameException(String message, String operation, String attempt) {
        super(message);
        this.operation = operation;
        this.attempt = attempt;
    }

    /** The operation that it names, or the empty string where that could not be read. */
    public String operation() {
        return operation;
    }

    /** The attempt that it names, or the empty string where that could not be read. */
    public String attempt() {
        return attempt;
    }
}
