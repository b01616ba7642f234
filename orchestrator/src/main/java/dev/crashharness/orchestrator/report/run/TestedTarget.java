package dev.crashharness.orchestrator.report.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.file.TargetFiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What {@code run.json} says of the target beside its id. Verdicts of two runs can stand side by side only where it is the same
 * in both: a target file may be edited between them.
 *
 * @param file whether a file describes it
 * @param documented whether it follows the documented schemas, so that there is a model of it
 * @param expect the check that it is known to break
 * @param sha256 of its file, in hexadecimal digits; empty without a file, and where the run is of an older version
 */
public record TestedTarget(boolean file, boolean documented, Optional<String> expect, Optional<String> sha256) {
    /** The names under which it is noted. */
    public static final List<String> NAMES = List.of("target", "schema", "expect", "target_sha256");

    private static final String OWN = "own";
    private static final int DIGITS_SHOWN = 12;

    /** That which is about to be run. */
    public static TestedTarget of(Target target) {
        return new TestedTarget(
                TargetFiles.isFile(target.id()),
                target.criteria().documented(),
                target.criteria().knownDefect(),
                target.programs().source().sha256());
    }

    /** What {@code run}, a whole {@code run.json}, says. */
    public static TestedTarget of(JsonNode run) {
        return new TestedTarget(
                TargetFiles.isFile(run.path("target").asText("")),
                !run.path("schema").asText("").equals(OWN),
                text(run, "expect"),
                text(run, "target_sha256"));
    }

    private static Optional<String> text(JsonNode run, String name) {
        return Optional.ofNullable(run.get(name)).map(JsonNode::asText);
    }

    /** What is noted. */
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("schema", schema());
        expect.ifPresent(check -> facts.put("expect", check));
        sha256.ifPresent(digest -> facts.put("target_sha256", digest));
        return facts;
    }

    /** Each way in which {@code other} is another; what is not on record is never the same. */
    public List<String> differences(TestedTarget other) {
        Stream<String> words = Stream.of(
                        new String[] {"schema", schema(), other.schema()},
                        new String[] {"expect", expect.orElse("nothing"), other.expect.orElse("nothing")})
                .filter(each -> !each[1].equals(each[2]))
                .map(each -> each[0] + " '" + each[1] + "' and '" + each[2] + "'");
        boolean sameFile = sha256.equals(other.sha256) && (sha256.isPresent() || !file);
        return Stream.concat(
                        words,
                        sameFile
                                ? Stream.empty()
                                : Stream.of("target_sha256 (the content of the target file) '" + shown() + "' and '"
                                        + other.shown() + "'"))
                .toList();
    }

    private String schema() {
        return documented ? "documented" : OWN;
    }

    private String shown() {
        return sha256.map(digest -> digest.substring(0, Math.min(DIGITS_SHOWN, digest.length())))
                .orElse("not on record");
    }
}
