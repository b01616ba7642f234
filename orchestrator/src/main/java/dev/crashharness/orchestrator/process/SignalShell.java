package dev.crashharness.orchestrator.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One {@code /bin/sh} for the life of the harness that sends signals: starting {@code /bin/kill} costs 9 to 11 ms, a line
 * to a living shell 0.4 ms. It is fed integers and fixed words only. Thread-safe; one signal at a time.
 */
public final class SignalShell implements AutoCloseable {
    /** The signals the harness knows; there is no polite one. */
    public enum Signal {
        KILL,
        STOP,
        CONT
    }

    private static final int MAX_ANSWERS = 16;

    private final Duration deadline;
    private Process shell;
    private Writer commands;
    private BlockingQueue<String> answers;
    private long serial;
    private boolean closed;

    /**
     * Starts the shell, so that no kill has to wait for that; it is started again after it has died or was late.
     *
     * @param deadline for each answer
     */
    public SignalShell(Duration deadline) {
        this.deadline = deadline;
        try {
            start();
        } catch (IOException e) {
            // The first signal tries again, and says that nothing was sent.
            shell = null;
        }
    }

    /** Signals one process; the caller has compared its start time right before (getdango/dango#470). See {@link #signalGroup}. */
    public OptionalInt signal(Signal signal, long pid) throws InterruptedException {
        return kill(signal, requirePid(pid));
    }

    /**
     * Signals each member of a process group.
     *
     * @param group greater than 1, so that no signal can go to all processes or to the harness's own group
     * @return the status of {@code kill}: 0 sent, other values not (no such group); empty when the shell gave no answer
     *     before the deadline, so that nothing is known
     */
    public OptionalInt signalGroup(Signal signal, long group) throws InterruptedException {
        return kill(signal, -requirePid(group));
    }

    /** The shell's own pid, for tests; 0 when none runs. */
    synchronized long pid() {
        return shell == null ? 0 : shell.pid();
    }

    private synchronized OptionalInt kill(Signal signal, long target) throws InterruptedException {
        if (closed) {
            throw new IllegalStateException("the signal shell is closed: SIG" + signal + " to " + target + " not sent");
        }
        String mark = Long.toString(++serial);
        // POSIX form: dash's builtin reads "kill -KILL -- -5" as an illegal number and sends nothing.
        String line = "kill -s " + signal + " -- " + target + " 2>/dev/null; echo " + mark + " $?\n";
        // A second try is harmless: a shell that died before reading sent nothing, and these signals do not add up.
        for (int attempt = 0; attempt < 2; attempt++) {
            if (write(line)) {
                OptionalInt status = answer(mark + " ");
                if (status.isPresent()) {
                    return status;
                }
            }
            stop();
        }
        return OptionalInt.empty();
    }

    private boolean write(String line) {
        try {
            if (shell == null || !shell.isAlive()) {
                start();
            }
            commands.write(line);
            commands.flush();
            return true;
        } catch (IOException died) {
            return false;
        }
    }

    private OptionalInt answer(String prefix) throws InterruptedException {
        long end = System.nanoTime() + deadline.toNanos();
        while (true) {
            long leftNs = end - System.nanoTime();
            String line = leftNs > 0 ? answers.poll(leftNs, TimeUnit.NANOSECONDS) : null;
            if (line == null || line.isEmpty()) {
                return OptionalInt.empty();
            }
            if (line.startsWith(prefix)) {
                return OptionalInt.of(Integer.parseInt(line.substring(prefix.length())));
            }
        }
    }

    private void start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh").redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        shell = builder.start();
        commands = shell.outputWriter(StandardCharsets.US_ASCII);
        answers = new ArrayBlockingQueue<>(MAX_ANSWERS);
        // Ctrl-C reaches the whole foreground group (apache/maven-mvnd#193); this shell must outlive it. It ends at
        // EOF.
        commands.write("trap '' INT TERM HUP\n");
        Process started = shell;
        BlockingQueue<String> queue = answers;
        Thread reader = new Thread(() -> read(started.inputReader(StandardCharsets.US_ASCII), queue), "signal-shell");
        reader.setDaemon(true);
        reader.start();
    }

    private static void read(BufferedReader lines, BlockingQueue<String> queue) {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                // A full queue means answers nobody waited for: they may be lost.
                queue.offer(line);
            }
        } catch (IOException closed) {
            // The same as the end: whoever waits learns it below.
        }
        queue.offer("");
    }

    private void stop() {
        if (shell != null) {
            shell.destroyForcibly();
            shell = null;
        }
    }

    private static long requirePid(long pid) {
        if (pid <= 1) {
            throw new IllegalArgumentException("a signal needs a process or group id above 1, found " + pid);
        }
        return pid;
    }

    @Override
    public synchronized void close() {
        closed = true;
        stop();
    }
}
