package dev.crashharness.orchestrator.report;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.crashharness.orchestrator.evidence.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** One line of a verdict log read back; what is wrong with it is said in the words of the file. */
final class VerdictLine {
    private VerdictLine() {}

    /**
     * Reads {@code line}.
     *
     * @throws IllegalArgumentException when it is no whole verdict; the message goes on after "is not a verdict: "
     */
    static VerdictRecord parse(String line) {
        VerdictRecord verdict;
        try {
            verdict = Json.MAPPER.readValue(line, VerdictRecord.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(what(e), e);
        }
        if (verdict == null) {
            throw new IllegalArgumentException("expected an object");
        }
        parts(verdict).forEach((name, value) -> {
            if (value == null || (value instanceof List<?> list && list.stream().anyMatch(Objects::isNull))) {
                throw new IllegalArgumentException("its field '" + name + "' is missing or empty");
            }
        });
        return verdict;
    }

    /** All that no verdict is without: {@code check}, both ends and {@code shrunk} may be absent. */
    private static Map<String, Object> parts(VerdictRecord verdict) {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("cell", verdict.cell());
        parts.put("verdict", verdict.verdict());
        parts.put("reason", verdict.reason());
        parts.put("message", verdict.message());
        parts.put("checks", verdict.checks());
        parts.put("contract", verdict.contract());
        parts.put("schedule", verdict.schedule());
        parts.put("settings", verdict.settings());
        parts.put("faults", verdict.faults());
        parts.put("task_state", verdict.taskState());
        parts.put("reproduce", verdict.reproduce());
        parts.put("dir", verdict.dir());
        return parts;
    }

    /** The library's own words name classes of this program, and differ from version to version. */
    private static String what(JsonProcessingException failure) {
        if (failure instanceof UnrecognizedPropertyException unknown) {
            return "it has a field '" + path(unknown) + "' that this version does not know";
        }
        if (failure instanceof JsonParseException) {
            return "it is no JSON";
        }
        // What is no object at all comes as one of these, without a field.
        String path = failure instanceof JsonMappingException mapping ? path(mapping) : "";
        return path.isEmpty() ? "expected an object" : "its field '" + path + "' is not understood";
    }

    private static String path(JsonMappingException failure) {
        return failure.getPath().stream()
                .map(step -> step.getFieldName() == null ? Integer.toString(step.getIndex()) : step.getFieldName())
                .collect(Collectors.joining("."));
    }
}
