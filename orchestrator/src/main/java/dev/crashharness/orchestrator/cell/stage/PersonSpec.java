package dev.crashharness.orchestrator.cell.stage;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * One command of a person, carried out by a short process of the worker's program.
 *
 * @param number 1-based over the run; the instance is {@code person-NUMBER}
 * @param command the worker's own argument: {@code approve} or {@code resolve}
 * @param clockOffset how far its clock runs ahead: it must see as run out what a worker's clock has let run out
 * @param words what the person says, by variable without its prefix: {@code BY}, {@code OPERATION}, {@code RESOLUTION}
 *     (confirmed, not_executed, compensate), {@code RECEIPT}, {@code BECAUSE}
 */
public record PersonSpec(int number, String command, Duration clockOffset, Map<String, String> words) {
    /** What it finds in its environment that other processes of its stage do not. */
    Map<String, String> variables(StageSpec spec) {
        Map<String, String> variables = new TreeMap<>(Map.of(
                "CRASH_HARNESS_CLOCK_OFFSET_MS", Long.toString(clockOffset.toMillis()),
                "CRASH_HARNESS_TIMEOUT_MS", Long.toString(spec.timeout().toMillis())));
        words.forEach((name, value) -> variables.put("CRASH_HARNESS_" + name, value));
        return variables;
    }

    /** Its name on the control channel and in the logs. */
    public String instance() {
        return "person-" + number;
    }
}
