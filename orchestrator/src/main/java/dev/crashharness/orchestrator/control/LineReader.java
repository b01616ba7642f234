package dev.crashharness.orchestrator.control;

import dev.crashharness.crashpoint.ControlLine;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Reads protocol lines from a socket. Used by one thread. */
final class LineReader {
    private static final int SHOWN = 80;

    private final Socket socket;
    private final InputStream in;
    private final byte[] bytes = new byte[ControlLine.MAX_BYTES];
    private int count;

    /** What has come of a line that has not ended; read by other threads. */
    private volatile String unfinished = "";

    LineReader(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
    }

    /**
     * The next line, however long it takes: a child may compute for as long as it likes, and closing the socket ends the
     * wait.
     *
     * @return null at the end; what stands behind the last newline is no line
     * @throws ProtocolException when the line is too long or cannot be decoded
     */
    ControlLine next() throws IOException, ProtocolException {
        socket.setSoTimeout(0);
        return next(Long.MAX_VALUE);
    }

    /** The next line, which must be complete before a {@link System#nanoTime()}, though it come byte by byte. */
    ControlLine nextBefore(long end) throws IOException, ProtocolException {
        try {
            return next(end);
        } catch (SocketTimeoutException late) {
            throw new ProtocolException(
                    "no complete line in time, " + count + " bytes of one had come, and no line feed");
        }
    }

    private ControlLine next(long end) throws IOException, ProtocolException {
        int newline = newlineFrom(0);
        while (newline < 0) {
            int searched = count;
            if (count == bytes.length) {
                throw new ProtocolException("a line of more than " + ControlLine.MAX_BYTES + " bytes");
            }
            if (end != Long.MAX_VALUE) {
                socket.setSoTimeout(millisUntil(end));
            }
            int n = in.read(bytes, count, bytes.length - count);
            if (n < 0) {
                return null;
            }
            count += n;
            newline = newlineFrom(searched);
            noteUnfinished();
        }
        return take(newline);
    }

    /** The beginning, at most 80 characters, of a line of which no end has come; empty when there is none. */
    String unfinished() {
        return unfinished;
    }

    private static int millisUntil(long end) throws SocketTimeoutException {
        long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (millis <= 0) {
            // setSoTimeout(0) would wait for ever.
            throw new SocketTimeoutException("deadline passed");
        }
        return Math.toIntExact(millis);
    }

    private int newlineFrom(int start) {
        for (int i = start; i < count; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private ControlLine take(int newline) throws ProtocolException {
        try {
            String line = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, newline))
                    .toString();
            return ControlLine.parse(line);
        } catch (CharacterCodingException e) {
            throw new ProtocolException("a line that is not UTF-8");
        } catch (IllegalArgumentException e) {
            throw new ProtocolException("a line that cannot be decoded: " + e.getMessage());
        } finally {
            count -= newline + 1;
            System.arraycopy(bytes, newline + 1, bytes, 0, count);
            // What came with a whole line may be the beginning of the next, behind which nothing will ever be read.
            noteUnfinished();
        }
    }

    private void noteUnfinished() {
        unfinished =
                newlineFrom(0) < 0 ? new String(bytes, 0, Math.min(count, SHOWN), StandardCharsets.ISO_8859_1) : "";
    }
}
