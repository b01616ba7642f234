package dev.crashharness.orchestrator.control;

/** A peer broke the protocol; its connection ends. Never leaves this package. */
final class ProtocolException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String claimed;

    ProtocolException(String reason) {
        this(reason, "");
    }

    ProtocolException(String reason, String claimed) {
        super(reason);
        this.claimed = claimed;
    }

    /** The expected instance that a bad hello named, or empty. */
    String claimed() {
        return claimed;
    }
}
