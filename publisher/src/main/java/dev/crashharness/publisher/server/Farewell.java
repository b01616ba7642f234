package dev.crashharness.publisher.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** The end of a connection, after which the last answer still arrives: closed over unread bytes it would be reset. */
final class Farewell {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int BUFFER = 8192;

    private Farewell() {}

    /** Says that nothing more will come, and reads what is still on its way; the caller closes. */
    static void to(Socket socket) throws IOException {
        socket.shutdownOutput();
        InputStream rest = socket.getInputStream();
        byte[] buffer = new byte[BUFFER];
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            int read = 0;
            while (read >= 0) {
                long leftMs = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
                if (leftMs <= 0) {
                    return;
                }
                socket.setSoTimeout(Math.toIntExact(leftMs));
                read = rest.read(buffer);
            }
        } catch (SocketTimeoutException e) {
            // It has had its time.
        }
    }
}
