package dev.crashharness.orchestrator.control;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The way back to one child. Thread-safe. Each write is a few bytes that the kernel's buffer takes even when the child is
 * stopped, so none blocks.
 */
public final class ControlLink {
    private static final int MAX_UNCONFIRMED = 64;

    private final Socket socket;
    private final AtomicLong serials = new AtomicLong();
    private final Map<Long, CompletableFuture<Boolean>> clocks = new ConcurrentHashMap<>();
    private volatile boolean closed;

    ControlLink(Socket socket) {
        this.socket = socket;
    }

    /**
     * Lets the thread that announced this serial run on.
     *
     * @return false when the child is known to be gone; true is no proof that it read the word
     */
    public boolean go(long serial) {
        return write("go " + serial);
    }

    /**
     * Moves the child's clock on.
     *
     * @param step whole milliseconds; the rest is cut off
     * @throws IllegalStateException when 64 steps are unconfirmed
     * @return completes with true when the child has confirmed, with false when its connection ended first; the caller
     *     sets the deadline
     */
    public CompletableFuture<Boolean> clock(Duration step) {
        if (clocks.size() >= MAX_UNCONFIRMED) {
            throw new IllegalStateException(clocks.size() + " clock steps are unconfirmed; await them first");
        }
        long serial = serials.incrementAndGet();
        CompletableFuture<Boolean> confirmed = new CompletableFuture<>();
        clocks.put(serial, confirmed);
        // Not through ControlLine: percent-encoding would hide the sign from other languages' children.
        String line = "clock %d %+d".formatted(serial, step.toMillis());
        if (!write(line) || closed) {
            end();
        }
        return confirmed;
    }

    /** The child answered {@code ok}; false when nothing was asked under that serial. */
    boolean confirmed(long serial) {
        CompletableFuture<Boolean> asked = clocks.remove(serial);
        return asked != null && asked.complete(true);
    }

    /** The hello was accepted. */
    boolean welcome() {
        return write("ok");
    }

    /** The connection has ended: nothing will be confirmed any more. */
    void end() {
        closed = true;
        clocks.forEach((serial, asked) -> asked.complete(false));
        clocks.clear();
    }

    private synchronized boolean write(String line) {
        try {
            OutputStream out = socket.getOutputStream();
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            return true;
        } catch (IOException gone) {
            return false;
        }
    }
}
