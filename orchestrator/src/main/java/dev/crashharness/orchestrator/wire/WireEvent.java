package dev.crashharness.orchestrator.wire;

import dev.crashharness.orchestrator.wire.Frame.Direction;
import java.net.SocketAddress;

/** What the relay saw besides frames; each is a fact for the history, none is an error of the relay. */
public sealed interface WireEvent {
    /** A frame was to be forwarded and its receiver is known to be gone. A reply into a dead socket is such an event. */
    record Undeliverable(Frame frame) implements WireEvent {}

    /**
     * Bytes that are no frame were passed on without asking the gate: part of a message that is too long, what stood
     * behind the last one when the sender ended, or what is none at all.
     */
    record NotAFrame(Direction direction, long connection, int bytes) implements WireEvent {}

    /** The gate failed; the frame was dropped. */
    record GateFailed(Frame frame, Throwable cause) implements WireEvent {}

    /** No upstream took the connection before the deadline; the client's connection was closed. */
    record NoUpstream(long connection) implements WireEvent {}

    /** A connection beyond the limit was closed at once. */
    record Refused(SocketAddress remote, int limit) implements WireEvent {}

    /** The relay has ended by itself: no descriptors are left, or there is a bug. Nothing passes any more. */
    record Failed(Throwable cause) implements WireEvent {
        /** What happened, and what to do next. */
        public String sentence() {
            return "the relay between workers and publisher has failed, " + cause
                    + "; see how many files may be open (ulimit -n) and run the cell again";
        }
    }

    /** The relay broke off reading a sender whose receiver was gone, after so many discarded bytes. */
    record GaveUp(Direction direction, long connection, long bytes) implements WireEvent {}
}
