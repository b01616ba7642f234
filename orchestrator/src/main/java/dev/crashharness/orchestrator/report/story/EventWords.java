package dev.crashharness.orchestrator.report.story;

import dev.crashharness.orchestrator.evidence.Event;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Each event as the end of a sentence that begins with its process: "worker-1 ... claimed the task, generation 1". */
final class EventWords {
    /** The exit codes of a worker, which are part of its public protocol. */
    private static final Map<String, String> EXITS = Map.of(
            "0", "nothing is left to do",
            "2", "wrong configuration",
            "3", "refused",
            "10", "it lost its lease",
            "11", "another worker's lease is live",
            "12", "the outcome is unknown",
            "13", "the task awaits approval",
            "14", "the task is in conflict or has failed");

    private EventWords() {}

    /**
     * What happened.
     *
     * @param documented whether the worker is one of the documented schemas, whose words have a meaning
     */
    static String of(Event event, boolean documented) {
        return switch (event.type()) {
            case SPAWN -> "started as pid " + event.get("pid") + ", owner " + event.get("owner") + ahead(event);
            case HELLO -> "connected";
            case LISTENING -> "listens on " + event.get("address");
            case AT -> "at " + place(event);
            case PARKED -> "PARKED at " + place(event);
            case CALL -> (event.get("died").equals("true") ? "DIED at the entry of " : "made the call ") + place(event);
            case SIGNAL -> "SIG" + event.get("signal") + " sent to pid " + event.get("pid");
            case EXIT -> "ended with exit " + event.get("code") + why(event, documented);
            case REPORTED -> documented || !isOfTarget(event) ? reported(event) : said(event);
            case REQUEST -> request(event) + relay(event);
            case REPLY -> "got reply #" + event.get("hit") + ": " + answer(event) + relay(event);
            case REFUSED -> "a connection was refused: " + event.get("reason");
            case COPY -> "both databases copied to " + event.get("label") + "/";
            case SURVIVOR -> "left pid " + event.get("pid") + " behind";
            case LEFT_OUT -> leftOut(event);
            case GO, FAULT, NOTE -> event.get("text");
        };
    }

    /** A process of the harness's own, such as the watcher, says what it always says. */
    private static boolean isOfTarget(Event event) {
        return event.instance().startsWith("worker-") || event.instance().startsWith("publisher-");
    }

    private static String said(Event event) {
        return event.get("name").equals("error")
                ? "error: " + event.get("text")
                : "said: " + event.get("name") + rest(event);
    }

    private static String leftOut(Event event) {
        return "caused " + event.get("count") + " more events '" + event.get("of")
                + "' up to here, which were left out";
    }

    /** A point with its hit, unless it is the first. */
    static String place(Event event) {
        return event.get("point") + (event.get("hit").equals("1") ? "" : "#" + event.get("hit"));
    }

    private static String ahead(Event event) {
        String offset = event.get("clock_offset_ms");
        if (offset.isEmpty() || offset.equals("0")) {
            return "";
        }
        return ", its clock " + (offset.endsWith("000") ? offset.replaceFirst("000$", " s") : offset + " ms")
                + " ahead";
    }

    private static String why(Event exit, boolean documented) {
        if (exit.get("by_harness").equals("true")) {
            return ", killed by the harness";
        }
        String meaning = documented && exit.instance().startsWith("worker-") ? EXITS.get(exit.get("code")) : null;
        return meaning == null ? "" : ": " + meaning;
    }

    private static String reported(Event event) {
        return switch (event.get("name")) {
            case "lease" -> "claimed the task, generation " + event.get("generation");
            case "checkpoint" -> "committed step " + event.get("step");
            case "intent" -> "stored the intent, operation " + event.get("operation");
            case "attempt" -> "wrote attempt " + event.get("attempt") + " for operation " + event.get("operation");
            case "receipt" ->
                "confirmed: stored receipt " + event.get("receipt") + ", the publish checkpoint and success";
            case "approved" ->
                event.get("new").equals("true")
                        ? "approved operation " + event.get("operation")
                        : "found operation " + event.get("operation") + " approved by " + event.get("by");
            case "resolved" ->
                (event.get("new").equals("true") ? "decided: " : "found decided: ") + event.get("kind") + ", on "
                        + event.get("evidence");
            case "compensation" ->
                "stored the compensation, operation " + event.get("operation") + " to undo " + event.get("original");
            case "compensated" -> "stored receipt " + event.get("receipt") + " of the cancel: the task is compensated";
            case "compensation_failed" -> "the compensation has failed: " + event.get("why");
            case "rows" ->
                event.get("met").equals("true")
                        ? "saw the target's condition for done met"
                        : "saw the target's condition for done met no more";
            case "unanswered" -> "was not answered: " + event.get("text");
            case "given_up" -> "gave up: the outcome stays unknown";
            case "lease_live" -> "found the lease live, held by " + event.get("owner") + ", and claims nothing";
            case "lease_lost", "error" -> event.get("name") + ": " + event.get("text");
            default ->
                event.get("why").isEmpty()
                        ? event.get("name") + rest(event)
                        : "closed attempt " + event.get("attempt") + " as " + event.get("name") + ": "
                                + event.get("why");
        };
    }

    private static String request(Event event) {
        return switch (event.get("kind")) {
            case "publish" ->
                "sent publish request #" + event.get("hit") + id(event, "operation") + id(event, "attempt");
            case "cancel" -> "sent cancel request #" + event.get("hit") + id(event, "operation") + id(event, "attempt");
            case "lookup" ->
                "asked for a receipt of operation " + event.get("operation") + ", request #" + event.get("hit");
            default -> "sent request #" + event.get("hit") + ", " + content(event, "kind");
        };
    }

    /** Of a request that is none of the bundled publisher's, what can be read of it. */
    private static String content(Event event, String otherwise) {
        if (!event.get("bytes").isEmpty()) {
            return event.get("bytes") + " bytes";
        }
        return event.get("path").isEmpty() ? event.get(otherwise) : event.get("method") + " " + event.get("path");
    }

    private static String answer(Event reply) {
        String receipt = reply.get("receipt");
        return receipt.isEmpty() ? content(reply, "status") : "receipt " + receipt;
    }

    private static String relay(Event event) {
        return event.get("action").equals("forward") ? "" : "; the relay: " + event.get("action");
    }

    private static String id(Event event, String name) {
        return event.get(name).isEmpty() ? "" : ", " + name + " " + event.get(name);
    }

    private static String rest(Event event) {
        Map<String, String> fields = new TreeMap<>(event.fields());
        List.of("name", "payload_hash").forEach(fields::remove);
        fields.values().removeIf(String::isEmpty);
        return fields.isEmpty()
                ? ""
                : fields.entrySet().stream()
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .collect(Collectors.joining(" ", " (", ")"));
    }
}
