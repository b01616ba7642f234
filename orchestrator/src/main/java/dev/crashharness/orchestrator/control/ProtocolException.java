package dev.crashharness.orchestrator.control;

/** A peer broke the protocol; its connection ends. Never leaves this package. */
final class ProtocolException extends Exception {
    private static final long serialVersionUID = 1L;

    ProtocolException(String reason) {
        super(reason);
    }
}
