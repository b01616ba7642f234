package dev.crashharness.orchestrator.report.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crashharness.orchestrator.evidence.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code run.json} says of a run.
 *
 * @param runs how many cell runs were planned, repetitions included; 0 when it does not say
 * @param expect the check that what was tested is known to break
 * @param shard whether it was to do a part of its matrix only
 * @param surroundings the machine and the programs, by name; no other name is ever read, for a report is shown to others
 */
public record RunFacts(
        String matrix,
        String target,
        String startedAt,
        int runs,
        boolean dry,
        Optional<String> expect,
        boolean shard,
        Map<String, String> surroundings) {
    /** The version of this program. */
    public static final String VERSION = "0.1.0";

    private static final List<String> ALLOWED =
            List.of("harness", "java", "jvm", "os", "cores", "sqlite", "jobs", "seed");

    /** Of a run that does not say what it is. */
    static RunFacts unknown() {
        return of(Json.MAPPER.createObjectNode());
    }

    /** What {@code run} says; what is missing in it is unknown and empty. */
    static RunFacts of(JsonNode run) {
        Map<String, String> surroundings = new LinkedHashMap<>();
        ALLOWED.forEach(name -> {
            if (run.path(name).isValueNode()) {
                surroundings.put(name, run.path(name).asText());
            }
        });
        return new RunFacts(
                run.path("matrix").asText("cell"),
                run.path("target").asText("bundled"),
                run.path("started_at").asText(""),
                Math.max(0, run.path("cells").asInt(0)),
                run.path("dry_kill").asBoolean(false),
                Optional.ofNullable(run.get("expect")).map(JsonNode::asText),
                run.hasNonNull("shard"),
                surroundings);
    }

    /** What a run notes of the machine that it runs on. */
    public static Map<String, String> here() {
        Map<String, String> here = new LinkedHashMap<>();
        here.put("harness", VERSION);
        here.put("java", System.getProperty("java.version"));
        here.put("jvm", System.getProperty("java.vm.name") + ", " + System.getProperty("java.vendor"));
        here.put(
                "os",
                "%s %s, %s"
                        .formatted(
                                System.getProperty("os.name"),
                                System.getProperty("os.version"),
                                System.getProperty("os.arch")));
        here.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        return here;
    }
}
