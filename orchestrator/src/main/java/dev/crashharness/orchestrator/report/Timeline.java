package dev.crashharness.orchestrator.report;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The events of one cell, a line each, in the order in which they happened. */
public final class Timeline {
    private Timeline() {}

    /** One line per event; answers to points are left out, for the next line shows them. */
    public static List<String> lines(List<Event> events) {
        return events.stream()
                .filter(event -> event.type() != EventType.GO && event.type() != EventType.FAULT)
                .map(Timeline::line)
                .toList();
    }

    private static String line(Event event) {
        return String.format(Locale.ROOT, "%9.1f ms  %-11s  %s", event.tNs() / 1e6, event.instance(), words(event));
    }

    private static String words(Event event) {
        return switch (event.type()) {
            case SPAWN -> "started as pid " + event.get("pid") + ", owner " + event.get("owner") + ahead(event);
            case HELLO -> "connected";
            case LISTENING -> "listens on " + event.get("address");
            case AT -> "at " + event.get("point") + times(event);
            case PARKED -> "PARKED at " + event.get("point") + times(event);
            case SIGNAL -> "SIG" + event.get("signal") + " sent to pid " + event.get("pid");
            case EXIT ->
                "ended with exit " + event.get("code")
                        + (event.get("by_harness").equals("true") ? ", killed by the harness" : "");
            case REPORTED -> event.get("name") + rest(event, "name");
            case REQUEST -> "request #" + event.get("hit") + " " + event.get("action") + rest(event, "hit", "action");
            case REPLY -> "reply #" + event.get("hit") + " " + event.get("action") + rest(event, "hit", "action");
            case REFUSED -> "a connection was refused: " + event.get("reason");
            case COPY -> "both databases copied to " + event.get("label") + "/";
            case SURVIVOR -> "left pid " + event.get("pid") + " behind";
            case GO, FAULT, NOTE -> event.get("text");
        };
    }

    private static String ahead(Event event) {
        return event.get("clock_offset_ms").equals("0") ? "" : ", clock +" + event.get("clock_offset_ms") + " ms";
    }

    private static String times(Event event) {
        return event.get("hit").equals("1") ? "" : "#" + event.get("hit");
    }

    private static String rest(Event event, String... without) {
        Map<String, String> fields = new TreeMap<>(event.fields());
        List.of(without).forEach(fields::remove);
        fields.remove("payload_hash");
        fields.values().removeIf(String::isEmpty);
        return fields.isEmpty()
                ? ""
                : fields.entrySet().stream()
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .collect(Collectors.joining(" ", " (", ")"));
    }
}
