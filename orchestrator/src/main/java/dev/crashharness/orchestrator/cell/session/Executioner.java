package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.session.fault.FaultQueue;
import dev.crashharness.orchestrator.cell.session.fault.Finding;
import dev.crashharness.orchestrator.cell.stage.Child;
import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.cell.trace.Strike;
import dev.crashharness.orchestrator.cell.trace.Trap;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.process.Exit;
import dev.crashharness.orchestrator.process.KillOutcome;
import dev.crashharness.orchestrator.process.pause.Pause;
import dev.crashharness.orchestrator.process.pause.Pause.Outcome.NotStopped;
import dev.crashharness.orchestrator.process.pause.Pause.Outcome.Stopped;
import dev.crashharness.orchestrator.schedule.Fault;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Carries out the armed fault, keeps the proof and arms the next. In a dry run it does everything but the fault itself,
 * so that a matrix that passes without its kills is found out.
 */
final class Executioner {
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);
    private static final String DRY = "dry";

    private final EventLog log;
    private final Place place;
    private final boolean dry;
    private final Hold hold;
    private final Pause pause;
    private final FaultQueue faults;
    private final Set<String> killed = new HashSet<>();

    Executioner(EventLog log, Place place, Script script, Pause pause) {
        this.log = log;
        this.place = place;
        this.dry = script.dry();
        this.hold = script.hold();
        this.pause = pause;
        this.faults = new FaultQueue(script.faults(), log);
    }

    /** The faults and what became of them. */
    FaultQueue faults() {
        return faults;
    }

    /** Whether faults are only announced. */
    boolean dry() {
        return dry;
    }

    /** Whether the death of {@code child} is this harness's doing. */
    boolean hasKilled(Child child) {
        return killed.contains(child.instance());
    }

    /** Notes that {@code standing} is where the armed fault falls, and gives a person time to look. */
    void park(Child standing, String point, int hit) throws InterruptedException {
        log.note(
                EventType.PARKED,
                standing.instance(),
                Map.of("point", point, "hit", Integer.toString(hit), "fault", Integer.toString(faults.index())));
        hold.whileParked(new Hold.Parked(standing.instance(), standing.process().pid(), point, place));
    }

    /**
     * SIGKILLs {@code victim}.
     *
     * @return whether it is dead by now; in a dry run it waits for its answer still
     */
    boolean kill(Child victim, int hit) {
        Fault fault = faults.armed().orElseThrow();
        if (dry) {
            faults.settle(Finding.on(fault, victim, hit).signal(DRY).failed("the run was told to kill nothing"));
            return false;
        }
        if (hasKilled(victim)) {
            faults.settle(Finding.on(fault, victim, hit).failed("it had been killed before, and nobody dies twice"));
            return false;
        }
        signal(victim, "KILL");
        long atNs = log.sinceStartNs();
        // Before the kill, because the exit is reported on another thread.
        killed.add(victim.instance());
        KillOutcome result = victim.process().kill();
        faults.settle(found(
                result, victim, Finding.on(fault, victim, hit).signal("KILL").at(atNs)));
        return !(result instanceof KillOutcome.NotConfirmed);
    }

    private FaultOutcome found(KillOutcome result, Child victim, Finding finding) {
        if (result instanceof KillOutcome.Killed done) {
            return finding.landed(done.exit().code());
        }
        if (result instanceof KillOutcome.AlreadyGone gone) {
            killed.remove(victim.instance());
            int code = gone.exit().code();
            return finding.signal("").failed(code, "it had ended by itself with exit " + code + " before the signal");
        }
        Duration waited = ((KillOutcome.NotConfirmed) result).waited();
        return finding.failed("its death was not seen within " + waited);
    }

    /** Settles the armed fault, which has come to {@code on} and finds nobody whom it could fall on. */
    void miss(String on, int hit, String why) {
        faults.settle(Finding.onWire(faults.armed().orElseThrow(), on, hit, 0).failed(why));
    }

    /**
     * {@code worker} as it is to be started: under a tracer that kills it, when the armed fault is a system call of it.
     *
     * @param youngest the number of the worker that a fault without a number means
     */
    WorkerSpec prepared(WorkerSpec worker, int youngest) {
        return faults.armed()
                .filter(fault -> fault.point().isSys())
                .filter(fault -> (fault.number() == Fault.YOUNGEST ? youngest : fault.number()) == worker.number())
                .map(fault -> worker.trapped(new Trap(fault.point(), fault.hit(), dry)))
                .orElse(worker);
    }

    /** Whether {@code child}, which has ended, was killed by its tracer where the armed fault says. */
    boolean diedInTrap(Child child, Exit exit) {
        return child.takeTracing()
                .flatMap(tracing -> tracing.strike(child.process(), exit, log, child.instance()))
                .map(strike -> struck(child, strike, exit))
                .filter(FaultOutcome::landed)
                .isPresent();
    }

    private FaultOutcome struck(Child child, Strike strike, Exit exit) {
        Fault fault = faults.armed().orElseThrow();
        Finding finding =
                Finding.on(fault, child, fault.hit()).signal(dry ? DRY : "KILL").at(log.sinceStartNs());
        String objection = dry ? "the run was told to kill nothing" : strike.objection();
        FaultOutcome outcome =
                objection.isEmpty() ? finding.landed(exit.code()) : finding.failed(exit.code(), objection);
        strike.note(log, child.instance(), faults.index());
        if (outcome.landed()) {
            killed.add(child.instance());
        }
        faults.settle(outcome);
        return outcome;
    }

    /**
     * SIGSTOPs {@code victim} and all that it has started, outside any transaction.
     *
     * @return whether it stands
     */
    boolean stop(Child victim, int hit) throws InterruptedException {
        Fault fault = faults.armed().orElseThrow();
        if (dry) {
            faults.settle(Finding.on(fault, victim, hit).signal(DRY).failed("the run was told to stop nothing"));
            return false;
        }
        signal(victim, "STOP");
        long atNs = log.sinceStartNs();
        Pause.Outcome result = pause.stop(victim.process(), STOP_WITHIN);
        Finding finding = Finding.on(fault, victim, hit).signal("STOP").at(atNs);
        String why =
                result instanceof Stopped stopped ? victim.runsElsewhere(stopped.pids()) : ((NotStopped) result).why();
        if (!why.isEmpty()) {
            pause.resume(victim.process());
            faults.settle(finding.failed(why));
            return false;
        }
        faults.settle(finding.landed(-1));
        return true;
    }

    /** SIGCONT; a stopped one that it does not reach would be taken for one whom somebody else has stopped. */
    void resume(Child zombie) throws InterruptedException, StageException {
        signal(zombie, "CONT");
        if (!pause.resume(zombie.process()) && zombie.process().stopped().isPresent()) {
            throw new StageException(
                    zombie.instance() + ", pid " + zombie.process().pid()
                            + ", was sent SIGCONT and is stopped still; see whether signals to it are refused");
        }
    }

    /**
     * Settles a fault that is no signal.
     *
     * @param on who it fell on: an instance, or {@code wire}
     * @return whether it is to be carried out; false in a dry run
     */
    boolean carryOut(String on, int hit) {
        Fault fault = faults.armed().orElseThrow();
        Finding finding = Finding.onWire(fault, on, hit, log.sinceStartNs());
        faults.settle(dry ? finding.signal(DRY).failed("the run was told to do nothing") : finding.landed(-1));
        return !dry;
    }

    /**
     * Begins a fault on a frame that is carried out when the frame is passed on.
     *
     * @param whyNot what is said of it when that never comes
     * @return to be run then; empty in a dry run, in which the frame is not held at all
     */
    Optional<Runnable> begin(String on, int hit, String whyNot) {
        if (dry) {
            carryOut(on, hit);
            return Optional.empty();
        }
        Finding finding = Finding.onWire(faults.armed().orElseThrow(), on, hit, log.sinceStartNs());
        int index = faults.begin(finding.failed(whyNot));
        return Optional.of(() -> faults.conclude(index, finding.landed(-1)));
    }

    /** Ends a child that is no longer needed; this is no fault. */
    void dismiss(Child child) {
        killed.add(child.instance());
        child.process().close();
        child.takeTracing().ifPresent(tracing -> tracing.count(child.process(), log, child.instance()));
    }

    private void signal(Child child, String signal) {
        log.note(
                EventType.SIGNAL,
                child.instance(),
                Map.of(
                        "signal", signal,
                        "pid", Long.toString(child.process().pid()),
                        "fault", Integer.toString(faults.index())));
    }
}
