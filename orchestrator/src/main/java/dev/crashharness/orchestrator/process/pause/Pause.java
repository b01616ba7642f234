package dev.crashharness.orchestrator.process.pause;

import dev.crashharness.orchestrator.process.SignalShell;
import dev.crashharness.orchestrator.process.SignalShell.Signal;
import dev.crashharness.orchestrator.process.kernel.HeldLock;
import dev.crashharness.orchestrator.process.kernel.ProcessStat;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Stops and continues processes. A process that is stopped inside a transaction holds SQLite's write lock and nobody can
 * take over; its heartbeat can be caught there, so that the lock table is looked at after the stop.
 */
public final class Pause {
    private static final int MOST_TRIES = 50;
    private static final int LONGEST_LET_RUN_MS = 20;
    private static final long LOOK_AGAIN_NS = Duration.ofMillis(1).toNanos();

    private final SignalShell signals;
    private final Path proc;

    public Pause(SignalShell signals) {
        this(signals, Path.of("/proc"));
    }

    Pause(SignalShell signals, Path proc) {
        this.signals = signals;
        this.proc = proc;
    }

    /** What came of a stop. */
    public sealed interface Outcome {
        /** All threads stand and no lock that keeps others out is held; {@code tries} says how often it had to be caught again. */
        record Stopped(int tries) implements Outcome {}

        /** It could not be stopped; {@code why} is the end of a sentence. */
        record NotStopped(String why) implements Outcome {}
    }

    /** Stops {@code pid} outside any transaction, or says within {@code deadline} why not. */
    public Outcome stop(long pid, Duration deadline) throws InterruptedException {
        long endNs = System.nanoTime() + deadline.toNanos();
        for (int tries = 1; tries <= MOST_TRIES; tries++) {
            if (signals.signal(Signal.STOP, pid).orElse(-1) != 0) {
                return new Outcome.NotStopped("SIGSTOP to pid " + pid + " was not sent; it is gone");
            }
            while (!stands(pid)) {
                if (System.nanoTime() - endNs >= 0) {
                    return new Outcome.NotStopped("not all threads of pid " + pid + " stood within " + deadline);
                }
                // Measured: all threads stand 1 to 4 ms later, and nothing tells of it.
                LockSupport.parkNanos(LOOK_AGAIN_NS);
            }
            if (!holdsLock(pid)) {
                return new Outcome.Stopped(tries);
            }
            resume(pid);
            // Stopped again at once it would never come to its commit (measured: an engine, 50 times in a row).
            LockSupport.parkNanos(Math.min(tries, LONGEST_LET_RUN_MS) * LOOK_AGAIN_NS);
        }
        return new Outcome.NotStopped(
                "pid " + pid + " held the store's write lock each of " + MOST_TRIES + " times it was stopped");
    }

    /** Lets {@code pid} run on. */
    public boolean resume(long pid) throws InterruptedException {
        return signals.signal(Signal.CONT, pid).orElse(-1) == 0;
    }

    /** Whether each thread is in state T; a process without threads is gone and does not stand. */
    private boolean stands(long pid) {
        int threads = 0;
        try (DirectoryStream<Path> tasks =
                Files.newDirectoryStream(proc.resolve(Long.toString(pid)).resolve("task"))) {
            for (Path task : tasks) {
                if (ProcessStat.parse(pid, Files.readString(task.resolve("stat")))
                                .state()
                        != 'T') {
                    return false;
                }
                threads++;
            }
        } catch (IOException gone) {
            return false;
        }
        return threads > 0;
    }

    private boolean holdsLock(long pid) {
        try (Stream<String> locks = Files.lines(proc.resolve("locks"))) {
            return locks.map(HeldLock::parse)
                    .flatMap(lock -> lock.stream())
                    .anyMatch(lock -> lock.pid() == pid && lock.mayKeepOthersOut());
        } catch (IOException e) {
            // Without a lock table nothing can be said against the stop; the successor would meet SQLITE_BUSY.
            return false;
        }
    }
}
