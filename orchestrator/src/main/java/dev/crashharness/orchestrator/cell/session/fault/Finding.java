package dev.crashharness.orchestrator.cell.session.fault;

import dev.crashharness.orchestrator.cell.stage.Child;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.schedule.Fault;

/**
 * What is known of a fault before it is said whether it landed.
 *
 * @param fault in canonical spelling
 * @param instance on whom it fell, or {@code wire}
 * @param pid of that child, or 0
 * @param signal that was sent, or empty
 * @param atNs when, in nanoseconds since the cell began, or 0
 */
public record Finding(String fault, String instance, long pid, int hit, String signal, long atNs) {
    /** The fault has come to {@code child}, and nothing was done yet. */
    public static Finding on(Fault fault, Child child, int hit) {
        return new Finding(fault.print(), child.instance(), child.process().pid(), hit, "", 0);
    }

    /** The fault has come to a frame. */
    public static Finding onWire(Fault fault, String instance, int hit, long atNs) {
        return new Finding(fault.print(), instance, 0, hit, "", atNs);
    }

    /** The same with a signal. */
    public Finding signal(String sent) {
        return new Finding(fault, instance, pid, hit, sent, atNs);
    }

    /** The same at a time. */
    public Finding at(long ns) {
        return new Finding(fault, instance, pid, hit, signal, ns);
    }

    /** It was carried out; {@code exit} is the exit code that followed, or -1. */
    public FaultOutcome landed(int exit) {
        return new FaultOutcome(fault, instance, pid, hit, signal, atNs, exit, true, "");
    }

    /** It was not. */
    public FaultOutcome failed(String why) {
        return failed(-1, why);
    }

    /** It was not, and {@code exit} was seen. */
    public FaultOutcome failed(int exit, String why) {
        return new FaultOutcome(fault, instance, pid, hit, signal, atNs, exit, false, why);
    }
}
