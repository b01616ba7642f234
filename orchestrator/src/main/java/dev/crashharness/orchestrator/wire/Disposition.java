package dev.crashharness.orchestrator.wire;

/** What becomes of a frame. */
public enum Disposition {
    /** It is passed on unchanged. */
    FORWARD,
    /** The receiver never sees it and the sender hears nothing: silence, with the connection left open. */
    DROP,
    /** Its first half is passed on, then both sides are closed. */
    HALF,
    /** Nothing is passed on, and both sides are reset (RST). */
    RESET,
    /** It is passed on twice, one copy behind the other. */
    DUPLICATE
}
