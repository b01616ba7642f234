package dev.crashharness.orchestrator.matrix.shard;

import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.plan.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which part of a matrix a run does.
 *
 * @param matrix all cells of the matrix, in order, before it was split
 * @param shard the part, when it was split
 * @param earlier the run that this one goes on with
 */
public record Portion(List<Cell> matrix, Optional<Shard> shard, Optional<Earlier> earlier) {
    private static final List<String> HEAD = List.of("# ", "name: ", "cells:");
    private static final String ENTRY = "  - cell: ";

    /** No character of an id is escaped. */
    private static final Pattern ENTRY_LINE = Pattern.compile(ENTRY + "\"([^\"\\\\]*)\"");

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
            lines.add(ENTRY + Json.MAPPER.writeValueAsString(cell.print()));
        }
        return lines;
    }

    /**
     * The cells that {@link #yaml} has spelled out. It is read by line and not as YAML: nobody else writes it, and it may be far
     * larger than what a person writes.
     *
     * @throws IllegalArgumentException when a line is none of its own, or names no cell that can be planned
     */
    public static List<Cell> cells(List<String> lines) {
        List<Cell> cells = new ArrayList<>();
        for (int line = 0; line < lines.size(); line++) {
            if (line < HEAD.size()) {
                require(lines.get(line).startsWith(HEAD.get(line)), line, "expected " + HEAD.get(line));
            } else {
                cells.add(cell(lines.get(line), line));
            }
        }
        require(!cells.isEmpty(), lines.size(), "it ends before its first cell");
        return cells;
    }

    private static Cell cell(String text, int line) {
        Matcher entry = ENTRY_LINE.matcher(text);
        require(entry.matches(), line, "expected - cell: \"ID\"");
        try {
            return Plan.check(Cell.parse(entry.group(1)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("line " + (line + 1) + ": " + e.getMessage(), e);
        }
    }

    private static void require(boolean met, int line, String otherwise) {
        if (!met) {
            throw new IllegalArgumentException("line " + (line + 1) + ": " + otherwise);
        }
    }
}
