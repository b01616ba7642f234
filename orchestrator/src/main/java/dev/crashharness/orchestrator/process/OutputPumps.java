package dev.crashharness.orchestrator.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.exec.ExecuteStreamHandler;

/**
 * Drains stdout and stderr into files of limited size, each with its own thread, and goes on reading after the limit: a
 * pipe nobody reads stops the child (yegor256/jaxec#165).
 *
 * <p>The stock handler waits for the end of the pipe, which a grandchild can hold open for as long as it lives
 * (zt-exec#31, EXEC-62: measured 7.4 s; with its stop timeout the exit code was lost). This one keeps its threads, joins
 * them against one deadline and never throws.
 */
final class OutputPumps implements ExecuteStreamHandler {
    private final String name;
    private final Duration drain;
    private final CappedFile stdout;
    private final CappedFile stderr;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean drained;

    /**
     * Opens the files.
     *
     * @param name of the child, for the threads' names
     * @param limit bytes kept of each stream
     * @param drain how long after the child's exit the streams may take to end
     * @throws IOException when a file cannot be opened
     */
    OutputPumps(String name, Command command, long limit, Duration drain) throws IOException {
        this.name = name;
        this.drain = drain;
        this.stdout = new CappedFile(command.stdout(), limit);
        try {
            this.stderr = new CappedFile(command.stderr(), limit);
        } catch (IOException e) {
            stdout.close();
            throw e;
        }
    }

    /** Whether both streams were read to their end and stored, as far as the limit lets; meaningful after {@link #stop}. */
    boolean drained() {
        return drained;
    }

    /** Gives the files back when no process was started. */
    void abandon() {
        stdout.close();
        stderr.close();
    }

    @Override
    public void setProcessInputStream(OutputStream stdin) {
        try {
            stdin.close();
        } catch (IOException alreadyClosed) {
            // Nothing was written, so nothing can be lost.
        }
    }

    @Override
    public void setProcessOutputStream(InputStream stream) {
        threads.add(thread("stdout", stream, stdout));
    }

    @Override
    public void setProcessErrorStream(InputStream stream) {
        threads.add(thread("stderr", stream, stderr));
    }

    @Override
    public void start() {
        threads.forEach(Thread::start);
    }

    /** Called by Commons Exec's own thread when the process has ended. */
    @Override
    public void stop() {
        long end = System.nanoTime() + drain.toNanos();
        boolean ended = true;
        for (Thread thread : threads) {
            ended &= joined(thread, end);
        }
        drained = ended && stdout.complete() && stderr.complete();
    }

    private static boolean joined(Thread thread, long end) {
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, end - System.nanoTime());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    private Thread thread(String stream, InputStream source, CappedFile sink) {
        Thread thread = new Thread(() -> pump(source, sink), name + "-" + stream);
        thread.setDaemon(true);
        return thread;
    }

    private static void pump(InputStream source, CappedFile sink) {
        byte[] buffer = new byte[8192];
        try (source;
                sink) {
            for (int n = source.read(buffer); n >= 0; n = source.read(buffer)) {
                sink.write(buffer, n);
            }
            sink.ended();
        } catch (IOException closedBehindUs) {
            // Commons Exec closes the streams after the drain deadline; complete() stays false.
        }
    }

    /** Used by one pump thread; {@link #complete} by another. */
    private static final class CappedFile implements AutoCloseable {
        private final OutputStream file;
        private final long limit;
        private long written;
        private boolean truncated;
        private volatile boolean failed;
        private volatile boolean ended;

        CappedFile(Path path, long limit) throws IOException {
            this.file = Files.newOutputStream(path);
            this.limit = limit;
        }

        boolean complete() {
            return ended && !failed;
        }

        void ended() {
            ended = true;
        }

        void write(byte[] bytes, int count) {
            if (truncated || failed) {
                return;
            }
            int kept = (int) Math.min(count, limit - written);
            try {
                file.write(bytes, 0, kept);
                written += kept;
                if (kept < count) {
                    truncated = true;
                    file.write(("\ntruncated at " + limit + " bytes\n").getBytes(StandardCharsets.US_ASCII));
                }
            } catch (IOException diskFull) {
                // The child must not stall because our disk is full: read on, and say that the file is not whole.
                failed = true;
            }
        }

        @Override
        public void close() {
            try {
                file.close();
            } catch (IOException e) {
                failed = true;
            }
        }
    }
}
