package dev.crashharness.orchestrator.process.pause;

import dev.crashharness.orchestrator.process.ChildProcess;
import dev.crashharness.orchestrator.process.SignalShell;
import dev.crashharness.orchestrator.process.SignalShell.Signal;
import dev.crashharness.orchestrator.process.kernel.HeldLock;
import dev.crashharness.orchestrator.process.kernel.OwnPids;
import dev.crashharness.orchestrator.process.kernel.ProcessStat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stops and continues a child with all that it has started, for the worker may well be the child of a wrapper. A process that
 * is stopped inside a transaction holds SQLite's write lock and nobody can take over; its heartbeat can be caught there, so
 * that the lock table is looked at after the stop.
 */
public final class Pause {
    private static final int MOST_TRIES = 50;
    private static final int LONGEST_LET_RUN_MS = 20;
    private static final long LOOK_AGAIN_NS = Duration.ofMillis(1).toNanos();

    private final SignalShell signals;
    private final Path locks;

    public Pause(SignalShell signals) {
        this(signals, Path.of("/proc/locks"));
    }

    Pause(SignalShell signals, Path locks) {
        this.signals = signals;
        this.locks = locks;
    }

    /** What came of a stop. */
    public sealed interface Outcome {
        /**
         * All threads of all processes stand and no lock that keeps others out is held.
         *
         * @param tries how often they had to be caught again
         * @param pids of all that stand, as they are known here and as they know themselves
         */
        record Stopped(int tries, Set<Long> pids) implements Outcome {
            public Stopped {
                pids = Set.copyOf(pids);
            }

            private Stopped asTheyKnowThemselves() {
                return new Stopped(
                        tries,
                        pids.stream().flatMap(pid -> OwnPids.of(pid).stream()).collect(Collectors.toSet()));
            }
        }

        /** Not all of them could be stopped; {@code why} is the end of a sentence. */
        record NotStopped(String why) implements Outcome {}
    }

    /** Stops {@code child} and all that it has started outside any transaction, or says within {@code deadline} why not. */
    public Outcome stop(ChildProcess child, Duration deadline) throws InterruptedException {
        long endNs = System.nanoTime() + deadline.toNanos();
        for (int tries = 1; tries <= MOST_TRIES; tries++) {
            Outcome outcome = stopAll(child, tries, deadline, endNs);
            if (!(outcome instanceof Outcome.Stopped stopped)) {
                return outcome;
            }
            if (!holdsLock(stopped.pids())) {
                return stopped.asTheyKnowThemselves();
            }
            resume(child);
            // Stopped again at once it would never come to its commit (measured: an engine, 50 times in a row).
            LockSupport.parkNanos(Math.min(tries, LONGEST_LET_RUN_MS) * LOOK_AGAIN_NS);
        }
        return new Outcome.NotStopped("pid " + child.pid() + " or a process of it held the store's write lock each of "
                + MOST_TRIES + " times it was stopped");
    }

    /** Lets {@code child} and all that it has started run on. False: it was not sent to each of them. */
    public boolean resume(ChildProcess child) throws InterruptedException {
        List<ProcessStat> youngestFirst = new ArrayList<>(child.living());
        // A parent that is told of a stopped child may stop itself, as a shell or sudo does: it wakes to running ones.
        Collections.reverse(youngestFirst);
        boolean sent = !child.isGone();
        for (ProcessStat process : youngestFirst) {
            sent &= !runs(process) || signals.signal(Signal.CONT, process.pid()).orElse(-1) == 0 || !runs(process);
        }
        return sent;
    }

    /**
     * Stops one after the other until a list of them names only such as stand, and who stands starts nobody. The oldest goes
     * first: a parent that has lent its memory to its child (vfork) cannot stand before that goes on.
     */
    private Outcome stopAll(ChildProcess child, int tries, Duration deadline, long endNs) throws InterruptedException {
        while (true) {
            List<ProcessStat> living = child.living();
            if (living.stream().noneMatch(one -> one.pid() == child.pid())) {
                return new Outcome.NotStopped("pid " + child.pid() + " is gone");
            }
            List<ProcessStat> running =
                    living.stream().filter(one -> !stands(one)).toList();
            if (running.isEmpty()) {
                return new Outcome.Stopped(
                        tries, living.stream().map(ProcessStat::pid).collect(Collectors.toSet()));
            }
            for (ProcessStat process : running) {
                Optional<String> obstacle = signal(process);
                if (obstacle.isPresent()) {
                    return new Outcome.NotStopped(obstacle.get());
                }
                if (!awaitStanding(process, endNs)) {
                    return new Outcome.NotStopped("pid " + process.pid() + ", one of " + living.size()
                            + " processes, did not stand with all its threads within " + deadline);
                }
            }
        }
    }

    /** False: the deadline passed. One that ends meanwhile is waited for no longer. */
    private static boolean awaitStanding(ProcessStat process, long endNs) {
        while (System.nanoTime() - endNs < 0) {
            if (stands(process) || !runs(process)) {
                return true;
            }
            // Measured: all threads stand 1 to 4 ms later, and nothing tells of it.
            LockSupport.parkNanos(LOOK_AGAIN_NS);
        }
        return false;
    }

    /** Why it was not sent, or empty; one that is gone needs none. */
    private Optional<String> signal(ProcessStat process) throws InterruptedException {
        if (!runs(process)) {
            return Optional.empty();
        }
        OptionalInt status = signals.signal(Signal.STOP, process.pid());
        if (status.isEmpty()) {
            return Optional.of("the shell that sends signals gave no answer, so it is not known whether SIGSTOP to pid "
                    + process.pid() + " was sent");
        }
        return status.getAsInt() == 0 || !runs(process)
                ? Optional.empty()
                : Optional.of("SIGSTOP to pid " + process.pid() + " was refused; see whose process it is");
    }

    /** Whether it is still there, and nobody else under its pid. */
    private static boolean runs(ProcessStat process) {
        return ProcessStat.read(process.pid())
                .filter(now -> !now.gone() && now.startTicks() == process.startTicks())
                .isPresent();
    }

    /** Whether each thread is in state T; a process without threads is gone and does not stand. */
    private static boolean stands(ProcessStat process) {
        int threads = 0;
        Path all = Path.of("/proc", Long.toString(process.pid()), "task");
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(all)) {
            for (Path task : tasks) {
                // Latin-1, because the kernel cuts a thread's name wherever 15 bytes end.
                String line = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
                if (ProcessStat.parse(process.pid(), line).state() != 'T') {
                    return false;
                }
                threads++;
            }
        } catch (IOException | DirectoryIteratorException gone) {
            return false;
        }
        return threads > 0 && runs(process);
    }

    private boolean holdsLock(Set<Long> pids) {
        try (Stream<String> held = Files.lines(locks)) {
            return held.map(HeldLock::parse)
                    .flatMap(Optional::stream)
                    .anyMatch(lock -> pids.contains(lock.pid()) && lock.mayKeepOthersOut());
        } catch (IOException e) {
            // Without a lock table nothing can be said against the stop; the successor would meet SQLITE_BUSY.
            return false;
        }
    }
}
