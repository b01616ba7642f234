package dev.crashharness.orchestrator.process;

import dev.crashharness.orchestrator.process.SignalShell.Signal;
import dev.crashharness.orchestrator.process.kernel.ListeningPort;
import dev.crashharness.orchestrator.process.kernel.ProcessStat;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A started child. Thread-safe; kills are carried out one at a time. */
public final class ChildProcess implements AutoCloseable {
    private static final long POLL_NANOS = 1_000_000;

    private final Process process;
    private final CompletableFuture<Exit> exit;
    private final Family family;
    private final SignalShell signals;
    private final Launcher.Limits limits;
    private KillOutcome settled;

    ChildProcess(
            Process process,
            CompletableFuture<Exit> exit,
            boolean ownGroup,
            SignalShell signals,
            Launcher.Limits limits) {
        this.process = process;
        this.exit = exit;
        this.family = new Family(process, ownGroup);
        this.signals = signals;
        this.limits = limits;
    }

    /** The child's own id, which with {@code setsid} is also that of its group and session. */
    public long pid() {
        return process.pid();
    }

    /** Field 22 of {@code /proc/PID/stat}; 0 when it had ended before that could be read, or without {@code /proc}. */
    public long startTicks() {
        return family.startTicks();
    }

    /** Completed when it has ended and its output is drained or given up. Completing or cancelling the copy is harmless. */
    public CompletableFuture<Exit> exit() {
        return exit.copy();
    }

    /** Calls {@code listener} once when {@link #exit} is completed, on the thread that waits for the child. */
    public void onExit(Consumer<Exit> listener) {
        // A listener that throws ends with its own copy of the future; the exit itself is untouched.
        CompletableFuture<Void> unused = exit.thenAccept(listener);
    }

    /** Whether it runs no more; a zombie, or another process under its pid, counts as gone. */
    public boolean isGone() {
        return family.isGone();
    }

    /**
     * SIGKILL to the child itself, proof of its death, then SIGKILL to all that it has forked: the members of its group,
     * and the descendants known before. Works on a stopped process. An interrupt does not cut it short, because half a
     * kill leaves processes behind: the wait is bounded and the interrupt is handed on.
     *
     * @return the first outcome that settled it; a second kill returns that again, so two kills are never counted
     */
    public synchronized KillOutcome kill() {
        if (settled == null) {
            family.look();
            KillOutcome outcome = isGone() ? alreadyGone() : signal();
            if (outcome instanceof KillOutcome.NotConfirmed) {
                return outcome;
            }
            settled = outcome;
        } else {
            killWhatItForked();
        }
        return settled;
    }

    /**
     * The pids of its group, session and known descendants that still run. Before a kill: what it would reach. After it:
     * what resisted until the death deadline.
     */
    public synchronized List<Long> survivors() {
        return family.pids();
    }

    /** The processes that a kill would reach now, the oldest first, so that each stands behind its parent. */
    public synchronized List<ProcessStat> living() {
        return family.living();
    }

    /** Whether nothing of it runs: neither the child nor anything it forked. */
    public boolean groupIsEmpty() {
        return survivors().isEmpty();
    }

    /** Kills what still runs, reaps it and drains its output, all within the launcher's limits. */
    @Override
    public void close() {
        kill();
    }

    /** The oldest of its processes that is stopped (state T), by whomever. */
    public OptionalLong stopped() {
        return living().stream()
                .filter(stat -> stat.state() == 'T')
                .mapToLong(ProcessStat::pid)
                .findFirst();
    }

    /**
     * The process that listens on TCP port {@code port} although it is older than this child, which says that it does; see
     * {@link ListeningPort#listenerOlderThan}.
     */
    public Optional<ProcessHandle> olderListener(int port) {
        return new ListeningPort(port).listenerOlderThan(process.toHandle());
    }

    boolean leadsItsGroup() {
        return family.stat()
                .map(stat -> stat.group() == pid() && stat.session() == pid())
                .orElse(false);
    }

    private KillOutcome alreadyGone() {
        killWhatItForked();
        return awaitExit()
                .<KillOutcome>map(end -> new KillOutcome.AlreadyGone(pid(), startTicks(), end))
                .orElseGet(() -> new KillOutcome.NotConfirmed(pid(), startTicks(), 0, exitDeadline()));
    }

    private KillOutcome signal() {
        long signalledAt = System.nanoTime();
        // Through the handle, which compares the start time once more. Process.destroyForcibly() would also close our
        // ends of the pipes, and what the child wrote last would be lost ("Stream closed" in 2 of 100 kills).
        process.toHandle().destroyForcibly();
        long death = limits.death().toNanos();
        if (!uninterrupted(() -> process.waitFor(death, TimeUnit.NANOSECONDS))) {
            return new KillOutcome.NotConfirmed(pid(), startTicks(), signalledAt, limits.death());
        }
        // Before waiting for the output: whoever holds the pipe open is in the group.
        killWhatItForked();
        return awaitExit()
                .map(end -> settle(signalledAt, end))
                .orElseGet(() -> new KillOutcome.NotConfirmed(pid(), startTicks(), signalledAt, exitDeadline()));
    }

    private KillOutcome settle(long signalledAt, Exit end) {
        // Another code means that it ended by itself between the look and the signal.
        return end.code() == Exit.KILLED
                ? new KillOutcome.Killed(pid(), startTicks(), signalledAt, end)
                : new KillOutcome.AlreadyGone(pid(), startTicks(), end);
    }

    private void killWhatItForked() {
        family.killTheSeen();
        if (family.mayBeSignalledAsGroup()) {
            OptionalInt sent = uninterrupted(() -> signals.signalGroup(Signal.KILL, pid()));
            if (sent.isEmpty()) {
                survivors().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            }
        }
        awaitNobody();
    }

    /** The signal is sent at once and the dying takes some ms, which must not be read as surviving. */
    private void awaitNobody() {
        long end = System.nanoTime() + limits.death().toNanos();
        // None of them is our child, so there is no exit to wait for: /proc is asked again and again.
        while (!survivors().isEmpty() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private Optional<Exit> awaitExit() {
        return uninterrupted(() -> {
            try {
                return Optional.of(exit.get(exitDeadline().toNanos(), TimeUnit.NANOSECONDS));
            } catch (TimeoutException late) {
                return Optional.<Exit>empty();
            } catch (ExecutionException impossible) {
                throw new IllegalStateException("the exit of pid " + pid() + " was lost", impossible);
            }
        });
    }

    private Duration exitDeadline() {
        return limits.drain().plus(limits.death());
    }

    private interface Wait<T> {
        T run() throws InterruptedException;
    }

    /** Starts a bounded wait again after an interrupt, and hands the interrupt on when it is over. */
    private static <T> T uninterrupted(Wait<T> wait) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return wait.run();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
