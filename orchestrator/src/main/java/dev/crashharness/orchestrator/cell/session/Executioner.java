package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.stage.Child;
import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.process.Exit;
import dev.crashharness.orchestrator.process.KillOutcome;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.wire.Frame;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Carries out a fault on a process that stands still, and keeps the proof. In a dry run it does everything but the
 * fault itself, so that a matrix that passes without its kills is found out.
 */
final class Executioner {
    private final EventLog log;
    private final Place place;
    private final boolean dry;
    private final Hold hold;
    private final Set<String> killed = new HashSet<>();

    Executioner(EventLog log, Place place, boolean dry, Hold hold) {
        this.log = log;
        this.place = place;
        this.dry = dry;
        this.hold = hold;
    }

    /** Whether the death of {@code child} is this harness's doing. */
    boolean hasKilled(Child child) {
        return killed.contains(child.instance());
    }

    /**
     * SIGKILLs {@code child}, which is parked at {@code point} or whose frame is held there, and settles the armed fault.
     *
     * @return whether the child is dead now; otherwise it waits for its answer still
     */
    boolean kill(Child child, String point, int hit, FaultQueue faults) throws InterruptedException {
        Fault fault = faults.armed().orElseThrow();
        log.note(
                EventType.PARKED,
                child.instance(),
                Map.of("point", point, "hit", Integer.toString(hit), "fault", Integer.toString(faults.index())));
        hold.whileParked(new Hold.Parked(child.instance(), child.process().pid(), point, place));
        if (dry) {
            settle(faults, outcome(fault, child, hit, "dry", 0, -1, false, "the run was told to kill nothing"));
            return false;
        }
        log.note(
                EventType.SIGNAL,
                child.instance(),
                Map.of(
                        "signal", "KILL",
                        "pid", Long.toString(child.process().pid()),
                        "fault", Integer.toString(faults.index())));
        long signalledAtNs = log.sinceStartNs();
        // Before the kill, because the exit is reported on another thread.
        killed.add(child.instance());
        KillOutcome result = child.process().kill();
        if (result instanceof KillOutcome.Killed done) {
            settle(
                    faults,
                    outcome(
                            fault,
                            child,
                            hit,
                            "KILL",
                            signalledAtNs,
                            done.exit().code(),
                            true,
                            ""));
            return true;
        }
        killed.remove(child.instance());
        if (result instanceof KillOutcome.AlreadyGone gone) {
            Exit exit = gone.exit();
            String why = "it had ended by itself with exit " + exit.code() + " before the signal";
            settle(faults, outcome(fault, child, hit, "", 0, exit.code(), false, why));
            return true;
        }
        String why = "its death was not seen within " + ((KillOutcome.NotConfirmed) result).waited();
        settle(faults, outcome(fault, child, hit, "KILL", signalledAtNs, -1, false, why));
        return true;
    }

    /** Withholds a frame and settles the armed fault. False: a dry run, the frame must be delivered. */
    boolean drop(Frame frame, FaultQueue faults) {
        Fault fault = faults.armed().orElseThrow();
        String why = dry ? "the run was told to drop nothing" : "";
        settle(
                faults,
                new FaultOutcome(
                        fault.print(), "wire", 0, frame.hit(), dry ? "dry" : "", log.sinceStartNs(), -1, !dry, why));
        return !dry;
    }

    /** Ends a child that is no longer needed; this is no fault. */
    void dismiss(Child child) {
        killed.add(child.instance());
        child.process().close();
    }

    private static FaultOutcome outcome(
            Fault fault, Child child, int hit, String signal, long atNs, int exit, boolean landed, String reason) {
        return new FaultOutcome(
                fault.print(), child.instance(), child.process().pid(), hit, signal, atNs, exit, landed, reason);
    }

    private void settle(FaultQueue faults, FaultOutcome outcome) {
        faults.settle(outcome);
        log.note(
                EventType.FAULT,
                outcome.instance(),
                Map.of(
                        "fault", outcome.fault(),
                        "pid", Long.toString(outcome.pid()),
                        "hit", Integer.toString(outcome.hit()),
                        "signal", outcome.signal(),
                        "signalled_at_ns", Long.toString(outcome.signalledAtNs()),
                        "exit", Integer.toString(outcome.exit()),
                        "landed", Boolean.toString(outcome.landed()),
                        "reason", outcome.reason()));
    }
}
