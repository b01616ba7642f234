package dev.crashharness.publisher.protocol;

/** A frame that is not one JSON object with the expected fields. */
public final class MalformedFrameException extends Exception {
    private static final long serialVersionUID = 1;

    MalformedFrameException(String message, Throwable cause) {
        super(message, cause);
    }
}
