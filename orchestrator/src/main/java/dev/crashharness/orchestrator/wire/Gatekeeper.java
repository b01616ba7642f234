package dev.crashharness.orchestrator.wire;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Asks the gate on threads of its own, because it may block, and brings the answer back to the loop's thread. */
final class Gatekeeper {
    /** Each direction of each of the 64 connections has at most one frame at the gate; the rest is for late leavers. */
    private static final int MAX_THREADS = 160;

    private final FrameGate gate;
    private final RelayLoop loop;
    private final ExecutorService threads;

    Gatekeeper(FrameGate gate, RelayLoop loop) {
        this.gate = gate;
        this.loop = loop;
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(0, MAX_THREADS, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
            Thread thread = new Thread(work, "relay-gate-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Returns at once; {@code then} runs on the loop's thread, and never when the relay is closed first. */
    void ask(Frame frame, Consumer<Disposition> then) {
        threads.execute(() -> answer(frame, then));
    }

    private void answer(Frame frame, Consumer<Disposition> then) {
        try {
            Disposition disposition = gate.onFrame(frame);
            loop.post(() -> then.accept(disposition));
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            loop.post(() -> {
                loop.emit(new WireEvent.GateFailed(frame, e));
                then.accept(Disposition.DROP);
            });
        }
    }

    void close() {
        threads.shutdownNow();
    }

    boolean awaitEnd(long nanos) throws InterruptedException {
        return threads.awaitTermination(nanos, TimeUnit.NANOSECONDS);
    }
}
