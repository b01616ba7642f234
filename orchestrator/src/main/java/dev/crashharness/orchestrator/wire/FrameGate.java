package dev.crashharness.orchestrator.wire;

/** Decides what becomes of each frame. Called on threads of the relay, one frame per connection and direction at a time. */
@FunctionalInterface
public interface FrameGate {
    /** Passes everything on. */
    FrameGate OPEN = frame -> Disposition.FORWARD;

    /**
     * May block for as long as the frame is to be held; other connections, and the other direction, flow meanwhile.
     *
     * @throws InterruptedException when the relay was closed meanwhile
     */
    Disposition onFrame(Frame frame) throws InterruptedException;
}
