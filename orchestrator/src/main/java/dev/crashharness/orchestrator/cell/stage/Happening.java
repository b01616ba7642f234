package dev.crashharness.orchestrator.cell.stage;

import dev.crashharness.orchestrator.control.ControlMessage;
import dev.crashharness.orchestrator.process.Exit;
import dev.crashharness.orchestrator.wire.Disposition;
import dev.crashharness.orchestrator.wire.Frame;
import java.util.concurrent.CompletableFuture;

/** What reaches the one deciding thread, from the threads that only listen. */
public sealed interface Happening {
    /** A child, or somebody who is none, spoke to the control port. */
    record Said(ControlMessage message) implements Happening {}

    /** A child has ended and its output is read. */
    record Ended(String instance, Exit exit) implements Happening {}

    /** The relay holds a whole frame until {@code answer} is completed. */
    record Held(Frame frame, CompletableFuture<Disposition> answer) implements Happening {}

    /** The relay has come to rest, or has not in time; {@code waitsFor} then says for what. */
    record Rested(boolean idle, String waitsFor) implements Happening {}

    /** Something that the deciding thread waits for may have come true, or a time has come. */
    record Nudged(Runnable then) implements Happening {}
}
