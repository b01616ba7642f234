package dev.crashharness.orchestrator.cell.trace;

import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.process.trace.Trace;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** System calls in the words of the event log. */
final class Calls {
    private Calls() {}

    /** Notes each hit of each point once, in the order of the first thread that made it. */
    static void note(EventLog log, String worker, Trace trace) {
        Set<String> noted = new HashSet<>();
        trace.own().stream()
                .filter(call -> noted.add(call.name() + "#" + call.hit()))
                .forEach(call -> log.note(
                        EventType.CALL, worker, Map.of("point", call.name(), "hit", Integer.toString(call.hit()))));
        int others = trace.calls().size() - trace.own().size();
        if (others > 0) {
            String text = others + " of the watched calls were made by processes that " + worker
                    + " had started; those are no points, because only the worker itself is killed";
            log.note(EventType.NOTE, worker, Map.of("text", text));
        }
    }
}
