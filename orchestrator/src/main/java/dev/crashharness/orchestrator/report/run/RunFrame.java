package dev.crashharness.orchestrator.report.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.evidence.JsonLines;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What stands around the verdicts of a run, as far as it can be read.
 *
 * @param planned the ids of all cells that the run was to have, in order
 * @param flaws a sentence for each file that is missing or damaged: what it would have said is unknown, and is not guessed
 */
record RunFrame(RunFacts facts, List<String> planned, List<String> flaws) {
    private static final String UNKNOWN = ", so how many cells the run was to have is not known";

    /** The folder of one cell has neither file: it is a run of one. */
    static RunFrame ofACell() {
        return new RunFrame(RunFacts.unknown(), List.of(), List.of());
    }

    static RunFrame read(Path run) throws IOException {
        List<String> flaws = new ArrayList<>();
        RunFacts facts = facts(run.resolve("run.json"), flaws);
        List<String> planned = planned(run.resolve("plan.jsonl"), flaws);
        if (!planned.isEmpty() && facts.runs() % planned.size() != 0) {
            flaws.add("plan.jsonl has " + planned.size() + " cells, but run.json says that " + facts.runs()
                    + " cell runs were planned; one of both was changed");
        }
        return new RunFrame(facts, planned, flaws);
    }

    private static RunFacts facts(Path file, List<String> flaws) throws IOException {
        if (!Files.isRegularFile(file)) {
            flaws.add("there is no run.json" + UNKNOWN);
            return RunFacts.unknown();
        }
        try {
            // Of an empty file the mapper says that it holds nothing, and not that it is no JSON.
            JsonNode run = Json.MAPPER.readTree(file.toFile());
            if (!run.isObject()) {
                flaws.add("run.json is empty or no object" + UNKNOWN);
                return RunFacts.unknown();
            }
            if (!run.path("cells").isInt() || run.path("cells").asInt() < 1) {
                flaws.add("run.json does not say how many cell runs were planned, as a number in its field cells");
            }
            return RunFacts.of(run);
        } catch (JsonProcessingException cutShort) {
            flaws.add("run.json is no JSON" + UNKNOWN);
            return RunFacts.unknown();
        }
    }

    private static List<String> planned(Path file, List<String> flaws) throws IOException {
        if (!Files.isRegularFile(file)) {
            flaws.add("there is no plan.jsonl, so which cells the run was to have is not known");
            return List.of();
        }
        List<String> cells = new ArrayList<>();
        try {
            for (String line : JsonLines.read(file)) {
                String cell = Json.MAPPER.readTree(line).path("cell").asText();
                if (cell.isBlank()) {
                    throw new IOException("a line that names no cell");
                }
                cells.add(cell);
            }
        } catch (FileSystemException notNow) {
            throw notNow;
        } catch (IOException damaged) {
            flaws.add("plan.jsonl is torn or damaged after " + cells.size() + " cells");
            return cells;
        }
        if (cells.isEmpty()) {
            flaws.add("plan.jsonl is empty, so which cells the run was to have is not known");
        }
        return cells;
    }
}
