package dev.crashharness.orchestrator.matrix.shard;

import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which part of a matrix a run does.
 *
 * @param matrix all cells of the matrix, in order, before it was split
 * @param shard the part, when it was split
 * @param earlier the run that this one goes on with
 */
public record Portion(List<Cell> matrix, Optional<Shard> shard, Optional<Earlier> earlier) {
    /**
     * A run that was broken off.
     *
     * @param run its id
     * @param path its directory, which is only read
     * @param finished the verdicts that are taken over from it, with their evidence
     */
    public record Earlier(String run, Path path, List<VerdictRecord> finished) {
        public Earlier {
            finished = List.copyOf(finished);
        }
    }

    public Portion {
        matrix = List.copyOf(matrix);
    }

    /** All of {@code matrix}. */
    public static Portion whole(List<Cell> matrix) {
        return new Portion(matrix, Optional.empty(), Optional.empty());
    }

    /** The cells that the run has to answer for: its shard, or all. */
    public List<Cell> cells() {
        return shard.map(part -> Shards.of(matrix, part)).orElse(matrix);
    }

    /** What is taken over. */
    public List<VerdictRecord> finished() {
        return earlier.map(Earlier::finished).orElse(List.of());
    }

    /** What {@code run.json} says of it; nothing when the run does the whole matrix by itself. */
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        shard.ifPresent(part -> facts.put("shard", part.toString()));
        earlier.ifPresent(run -> facts.put("resumes", run.run()));
        return facts;
    }

    /** The whole matrix, spelled out, as a matrix file; a JSON text is a YAML text too. */
    public static List<String> yaml(String name, List<Cell> matrix) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("# All cells of the matrix that this run belongs to, before it was split into shards.");
        lines.add("name: " + name);
        lines.add("cells:");
        for (Cell cell : matrix) {
            lines.add("  - cell: " + Json.MAPPER.writeValueAsString(cell.print()));
        }
        return lines;
    }
}
