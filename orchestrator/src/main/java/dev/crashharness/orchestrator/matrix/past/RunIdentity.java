package dev.crashharness.orchestrator.matrix.past;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.matrix.shard.Shard;
import dev.crashharness.orchestrator.report.run.TestedTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What {@code run.json} says of a run.
 *
 * @param run its id, the same wherever the run is copied to
 * @param repeat how often each cell was to be run
 * @param seed what its samples were drawn with; empty when it does not say
 * @param shard the part that it was to do, when the matrix was split
 * @param all the whole file
 */
public record RunIdentity(
        String run,
        String matrix,
        String target,
        String harness,
        int repeat,
        boolean dry,
        String seed,
        Optional<Shard> shard,
        JsonNode all) {
    private static final int MOST_REPEATS = 1000;

    /**
     * Reads {@code file}.
     *
     * @throws IllegalArgumentException when it is missing, cut short, or says nonsense
     */
    static RunIdentity read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there is no run at " + file.getParent() + " (no run.json in it)");
        }
        JsonNode run = parse(file);
        int repeat = run.path("repeat").asInt(0);
        String id = run.path("run").asText("");
        if (id.isEmpty() || repeat < 1 || repeat > MOST_REPEATS) {
            throw new IllegalArgumentException(
                    file + " does not say which run it is and how often cells were repeated; it is of another version");
        }
        return new RunIdentity(
                id,
                run.path("matrix").asText(""),
                run.path("target").asText(""),
                run.path("harness").asText(""),
                repeat,
                run.path("dry_kill").asBoolean(false),
                run.path("seed").asText(""),
                Optional.ofNullable(run.get("shard")).map(JsonNode::asText).map(Shard::parse),
                run);
    }

    private static JsonNode parse(Path file) throws IOException {
        try {
            return Json.MAPPER.readTree(file.toFile());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(file + " is no JSON; the run was broken off while it was written", e);
        }
    }

    /** The seed as a number, or {@code usual} where the run does not say. */
    public long seedOr(long usual) {
        return all.path("seed").asLong(usual);
    }

    /** What was tested, beside its id. */
    public TestedTarget tested() {
        return TestedTarget.of(all);
    }

    /** Whether what was tested follows the documented schemas, so that there is a model of it. */
    public boolean documented() {
        return tested().documented();
    }

    /** The check that what was tested is known to break. */
    public Optional<String> knownDefect() {
        return tested().expect();
    }

    /** When it was started, as text that sorts by time. */
    public String startedAt() {
        return all.path("started_at").asText("");
    }

    /** Each way in which results of this run and of {@code other} cannot stand side by side; empty when they can. */
    public List<String> differences(RunIdentity other) {
        Stream<String> plain = Stream.of(
                        new Difference("matrix", matrix, other.matrix),
                        new Difference("target", target, other.target),
                        new Difference("harness version", harness, other.harness),
                        new Difference("seed", seed, other.seed),
                        new Difference("repeat", repeat, other.repeat),
                        new Difference("dry_kill", dry, other.dry))
                .filter(each -> !Objects.equals(each.mine, each.theirs))
                .map(each -> each.name + " '" + each.mine + "' and '" + each.theirs + "'");
        // A run is like itself, whatever it does not say.
        boolean same = run.equals(other.run) && all.equals(other.all);
        return Stream.concat(plain, same ? Stream.empty() : tested().differences(other.tested()).stream())
                .toList();
    }

    private record Difference(String name, Object mine, Object theirs) {}
}
