package dev.crashharness.publisher.protocol;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * Reads newline-terminated frames from a socket. Half a frame is never handed out as a whole one: a receipt that was
 * cut short looks like data (membrane/api-gateway#3195).
 */
public final class FrameReader {
    /** A frame is at most this long, in bytes, newline included. */
    public static final int MAX_BYTES = 64 * 1024;

    /** What a read came to. */
    public sealed interface Read {
        /** A whole frame, without its newline. */
        record Whole(String frame) implements Read {}

        /** The peer closed between two frames. */
        record End() implements Read {}

        /** The peer closed or reset, or took too long; only {@code bytes} of a frame had come. */
        record Cut(String why, int bytes) implements Read {}

        /** A whole frame came, and it is no UTF-8. */
        record NotText() implements Read {}

        /** {@link #MAX_BYTES} came without a newline. */
        record Oversize() implements Read {}
    }

    private final Socket socket;
    private final InputStream input;

    public FrameReader(Socket socket) throws IOException {
        this.socket = socket;
        this.input = new BufferedInputStream(socket.getInputStream());
    }

    /** Reads one frame within {@code timeout}, measured over the whole frame and not per byte. */
    public Read read(Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        try {
            while (frame.size() < MAX_BYTES) {
                long leftMs = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
                // Zero would mean "for ever" to the socket, and one more millisecond for each byte is for ever too.
                if (leftMs <= 0) {
                    return late(timeout, frame);
                }
                socket.setSoTimeout((int) leftMs);
                int next = input.read();
                if (next == '\n') {
                    return Text.utf8(frame.toByteArray())
                            .<Read>map(Read.Whole::new)
                            .orElseGet(Read.NotText::new);
                }
                if (next < 0) {
                    return frame.size() == 0 ? new Read.End() : new Read.Cut("closed in mid frame", frame.size());
                }
                frame.write(next);
            }
            return new Read.Oversize();
        } catch (SocketTimeoutException e) {
            return late(timeout, frame);
        } catch (IOException e) {
            return new Read.Cut("connection broken (" + e.getMessage() + ")", frame.size());
        }
    }

    /** Silence or a trickle: this reader cannot tell them apart. */
    private static Read late(Duration timeout, ByteArrayOutputStream frame) {
        return new Read.Cut("not all of it came within " + timeout.toMillis() + " ms", frame.size());
    }
}
