package dev.crashharness.orchestrator.cell.stage;

import dev.crashharness.orchestrator.cell.inbox.Inbox;
import dev.crashharness.orchestrator.control.ControlMessage;
import dev.crashharness.orchestrator.process.Exit;
import dev.crashharness.orchestrator.wire.Disposition;
import dev.crashharness.orchestrator.wire.Frame;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** What reaches the one deciding thread, from the threads that only listen. */
public sealed interface Happening {
    /** What the control port has to tell. */
    static Happening of(ControlMessage message) {
        return message instanceof ControlMessage.Broken broken ? new Broken(broken.reason()) : new Said(message);
    }

    /** What became of the wait for the relay to rest: what it still waits for, or why it never will. */
    static Happening of(List<String> waitsFor, Throwable failure) {
        return failure == null
                ? new Rested(waitsFor.isEmpty(), String.join(", ", waitsFor))
                : new Broken(failure.getMessage());
    }

    /** A child, or somebody who is none, spoke to the control port. */
    record Said(ControlMessage message) implements Happening {}

    /** A child has ended and its output is read. */
    record Ended(String instance, Exit exit) implements Happening {}

    /** The relay holds a whole frame until {@code answer} is completed. */
    record Held(Frame frame, CompletableFuture<Disposition> answer) implements Happening {
        /** Runs on a relay thread: asks the deciding thread and waits. Closing the relay interrupts the wait. */
        static Disposition decided(Frame frame, Inbox<Happening> inbox) throws InterruptedException {
            CompletableFuture<Disposition> answer = new CompletableFuture<>();
            inbox.put(new Held(frame, answer));
            try {
                return answer.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a disposition is never completed with an exception", e);
            }
        }
    }

    /** The relay has come to rest, or has not in time; {@code waitsFor} then says for what. */
    record Rested(boolean idle, String waitsFor) implements Happening {}

    /** The harness itself has broken; {@code why} is one sentence. Whoever takes it out is told by an exception. */
    record Broken(String why) implements Happening {}

    /** Something that the deciding thread waits for may have come true, or a time has come. */
    record Nudged(Runnable then) implements Happening {}
}
