package dev.crashharness.orchestrator.matrix.stop;

import dev.crashharness.orchestrator.cell.stage.StageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Stops a run, gently or at once. Pressed: no new cell is started, and what runs comes to its verdict. Slammed: what runs is
 * interrupted, which kills its processes, and comes to none. Thread-safe; never released.
 */
public final class Brake {
    /** Work that an interrupt ends. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws IOException, InterruptedException, StageException;
    }

    private final long startNs = System.nanoTime();
    private final Optional<Duration> budget;
    private final Set<Thread> atWork = new HashSet<>();
    private Optional<Reason> reason = Optional.empty();
    private boolean interrupted;
    private boolean slammed;

    private Brake(Optional<Duration> budget) {
        this.budget = budget;
    }

    /** A brake that somebody has to press. */
    public static Brake unlimited() {
        return new Brake(Optional.empty());
    }

    /** A brake that also presses itself once {@code budget} has passed from now. */
    public static Brake after(Optional<Duration> budget) {
        return new Brake(budget);
    }

    /** Lets nothing new be started. The first reason stays. */
    public synchronized void press(Reason why) {
        interrupted |= why == Reason.INTERRUPTED;
        reason = reason.or(() -> Optional.of(why));
    }

    /** Lets nothing new be started, and interrupts what runs. */
    public synchronized void slam(Reason why) {
        press(why);
        slammed = true;
        atWork.forEach(Thread::interrupt);
    }

    /** Why nothing new may be started; empty while it may. */
    public synchronized Optional<Reason> reason() {
        if (outOfTime()) {
            press(Reason.TIME_BUDGET);
        }
        return reason;
    }

    /** Whether the budget has passed, whatever else was a reason before. */
    public boolean outOfTime() {
        return budget.isPresent() && System.nanoTime() - startNs >= budget.get().toNanos();
    }

    /** Whether somebody wants out, whatever else was a reason before. */
    public synchronized boolean interrupted() {
        return interrupted;
    }

    /**
     * Does {@code work} on this thread.
     *
     * @return what came of it; empty when the brake was slammed before its end, for half a result is none
     */
    public <T> Optional<T> whileWorking(Work<T> work) throws IOException, InterruptedException, StageException {
        if (!enter()) {
            return Optional.empty();
        }
        Optional<T> result = Optional.empty();
        try {
            result = Optional.of(work.run());
        } catch (InterruptedException | IOException | UncheckedIOException | StageException e) {
            // An interrupt also comes out as a closed channel or a step that could not be finished.
            if (!isSlammed()) {
                throw e;
            }
        } finally {
            leave();
        }
        return isSlammed() ? Optional.empty() : result;
    }

    private synchronized boolean isSlammed() {
        return slammed;
    }

    private synchronized boolean enter() {
        return !slammed && atWork.add(Thread.currentThread());
    }

    private synchronized void leave() {
        atWork.remove(Thread.currentThread());
        if (slammed) {
            // The interrupt was ours and has done its work; the report is still to be written on this thread.
            boolean unused = Thread.interrupted();
        }
    }
}
