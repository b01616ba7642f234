package dev.crashharness.orchestrator.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * One line of {@code events.jsonl}.
 *
 * @param tNs nanoseconds since the cell began, on the monotonic clock
 * @param type what happened
 * @param instance {@code worker-1}, {@code publisher-1}, ... or {@code harness}
 * @param fields the values that {@link EventType} lists for the type
 */
public record Event(@JsonProperty("t_ns") long tNs, EventType type, String instance, Map<String, String> fields) {
    public Event {
        fields = Map.copyOf(fields);
    }

    /** The field called {@code key}, or the empty string. */
    public String get(String key) {
        return fields.getOrDefault(key, "");
    }

    /** Whether this is an event of {@code type} of the child called {@code instance}. */
    public boolean is(EventType expected, String ofInstance) {
        return type == expected && instance.equals(ofInstance);
    }
}
