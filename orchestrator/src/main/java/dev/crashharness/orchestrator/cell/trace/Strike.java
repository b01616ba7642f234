package dev.crashharness.orchestrator.cell.trace;

import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.process.Exit;
import dev.crashharness.orchestrator.process.trace.Trace;
import dev.crashharness.orchestrator.process.trace.Trace.Call;
import java.util.Map;
import java.util.Optional;

/**
 * What came of a trap that was sprung.
 *
 * @param call the call at whose entry the kill was due
 * @param objection why this is no death of the worker there, as the end of a sentence; empty when it is
 */
public record Strike(Call call, String objection) {
    /**
     * Looks for the call in what the tracer saw of a worker that has ended; empty when nobody made it.
     *
     * @param pid the worker's
     * @param exit with what it ended
     */
    public static Optional<Strike> of(Trap trap, Trace trace, long pid, int exit) {
        return trace.calls().stream()
                .filter(call -> call.name().equals(trap.point().id()) && call.hit() == trap.hit())
                .findFirst()
                .map(call -> new Strike(call, objection(call, trace, pid, exit)));
    }

    /** Notes the call as that on which fault number {@code fault} (0-based) fell. */
    public void note(EventLog log, String worker, int fault) {
        log.note(
                EventType.CALL,
                worker,
                Map.of(
                        "point", call.name(),
                        "hit", Integer.toString(call.hit()),
                        "thread", Long.toString(call.thread()),
                        "returned", Boolean.toString(call.returned()),
                        "died", Boolean.toString(objection.isEmpty()),
                        "fault", Integer.toString(fault)));
    }

    private static String objection(Call call, Trace trace, long pid, int exit) {
        if (trace.forked().contains(call.thread())) {
            return "the call was made by pid " + call.thread()
                    + ", which the worker had started; only calls of the worker's own process can be its death";
        }
        if (call.returned()) {
            return "the call was carried out; the tracer had not killed its process at the entry";
        }
        return trace.killed().contains(pid) && exit == Exit.KILLED
                ? ""
                : "the tracer did not see the worker, pid " + pid + ", killed; it ended with exit " + exit;
    }
}
