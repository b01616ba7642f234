package dev.crashharness.orchestrator.wire;

/** What becomes of a frame. */
public enum Disposition {
    /** It is passed on unchanged. */
    FORWARD,
    /** The receiver never sees it and the sender hears nothing: silence, with the connection left open. */
    DROP
}
