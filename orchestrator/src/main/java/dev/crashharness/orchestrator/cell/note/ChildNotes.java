package dev.crashharness.orchestrator.cell.note;

import dev.crashharness.orchestrator.control.ControlMessage;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.target.Target;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What children say and how they end, in the words of the event log; with it what is not as their target's file says. */
public record ChildNotes(EventLog log, Target target) {
    /**
     * A connection was closed because its lines broke the protocol.
     *
     * @param silent the only child that has not said hello, or empty: where nobody can know whose the connection was
     */
    public void refused(ControlMessage.Refused refused, String silent) {
        if (!refused.instance().isEmpty()) {
            broken(refused.instance(), refused.reason());
            return;
        }
        String claimed = refused.claimed();
        String hint = !claimed.isEmpty()
                ? "; it called itself " + claimed
                : silent.isEmpty() ? "" : "; " + silent + " had not said hello";
        log.note(
                EventType.REFUSED,
                "harness",
                Map.of(
                        "reason",
                        refused.reason() + hint,
                        "who",
                        "",
                        "perhaps",
                        claimed.isEmpty() ? silent : claimed,
                        "what",
                        refused.reason()));
    }

    /** The beginning of a line has come, and no end of it. */
    public void halfALine(String instance, String text) {
        broken(instance, "it sent '" + text + "' and no line feed behind it");
    }

    private void broken(String instance, String what) {
        // A stranger may come to the port; only what the target's own have said is the target's fault.
        String reason = instance.isEmpty() ? what : instance + " broke the control protocol: " + what;
        log.note(EventType.REFUSED, "harness", Map.of("reason", reason, "who", instance, "what", what));
    }

    /** A child stands at a point for the {@code hit}th time; returns the fields that the answer has too. */
    public Map<String, String> announced(ControlMessage.At at, int hit) {
        Map<String, String> where = new TreeMap<>(at.fields());
        where.put("n", Long.toString(at.serial()));
        where.put("point", at.point());
        where.put("hit", Integer.toString(hit));
        Map<String, String> noted = new TreeMap<>(where);
        target.unnamed(at.point()).ifPresent(why -> noted.put("unnamed", why));
        log.note(EventType.AT, at.instance(), noted);
        return where;
    }

    /** A publisher has said where it listens. */
    public void listens(ControlMessage.Listening message) {
        log.note(EventType.LISTENING, message.instance(), Map.of("address", message.host() + ":" + message.port()));
    }

    /**
     * A child has ended.
     *
     * @param code its exit code
     * @param byHarness whether the harness has killed it
     * @param lastWords what it said of its end, asked for only when that was its own failure
     */
    public void ended(String instance, int code, boolean byHarness, Supplier<String> lastWords) {
        Map<String, String> how =
                new TreeMap<>(Map.of("code", Integer.toString(code), "by_harness", Boolean.toString(byHarness)));
        if (!byHarness && !target.isOrderly(code)) {
            how.put("said", lastWords.get());
        }
        log.note(EventType.EXIT, instance, how);
    }
}
