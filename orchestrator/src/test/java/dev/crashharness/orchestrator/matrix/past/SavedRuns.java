package dev.crashharness.orchestrator.matrix.past;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.HistoryFile;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.RunDirectory;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.matrix.shard.Portion;
import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** Run directories without a run: what a harness writes, in few words. */
public final class SavedRuns {
    public static final List<Cell> MATRIX = Stream.of("blind/none", "blind/worker@after_send", "fenced/none")
            .map(Cell::parse)
            .toList();

    private SavedRuns() {}

    /** A run of {@link #MATRIX} that has come to no verdict yet. */
    public static Path run(Path directory) throws IOException {
        Files.createDirectories(directory.resolve("cells"));
        Files.write(directory.resolve("matrix.yaml"), Portion.yaml("three", MATRIX));
        Files.createFile(directory.resolve("verdicts.jsonl"));
        change(directory, facts().put("run", directory.getFileName().toString()));
        return directory;
    }

    /** The same with a pass of {@code blind/none} and a violation of {@code fenced/none}. */
    public static Path withTwoVerdicts(Path directory) throws IOException {
        run(directory);
        finish(directory, "blind/none", Verdict.PASS);
        finish(directory, "fenced/none", Verdict.VIOLATION);
        return directory;
    }

    private static ObjectNode facts() {
        return Json.MAPPER
                .createObjectNode()
                .put("matrix", "three")
                .put("target", "bundled")
                .put("harness", "0.1.0")
                .put("started_at", "2026-01-02T03:04:05Z")
                .put("repeat", 1)
                .put("dry_kill", false);
    }

    /** Changes what {@code run.json} says. */
    public static void change(Path run, ObjectNode fields) throws IOException {
        Path file = run.resolve("run.json");
        ObjectNode all = Files.exists(file) ? (ObjectNode) Json.MAPPER.readTree(file.toFile()) : facts();
        all.setAll(fields);
        Files.writeString(file, Json.MAPPER.writeValueAsString(all));
    }

    /** Adds a verdict with its evidence. */
    public static void finish(Path run, String cell, Verdict verdict) throws IOException {
        Path evidence = Files.createDirectories(run.resolve(RunDirectory.dir(Cell.parse(cell), 0)));
        String line = Json.MAPPER.writeValueAsString(verdict(cell, verdict)) + "\n";
        Files.writeString(evidence.resolve("verdict.jsonl"), line);
        // The ending says which run it was, so that a merge can be asked whose evidence it took.
        Ending ending = new Ending(Ending.Kind.FINISHED, run.getFileName().toString(), List.of());
        HistoryFile.write(
                evidence.resolve("history.jsonl"), new History(cell, List.of(), List.of(), List.of(), ending));
        Files.writeString(run.resolve("verdicts.jsonl"), line, StandardOpenOption.APPEND);
    }

    /** A verdict with nothing in it but what a merge looks at. */
    public static VerdictRecord verdict(String cell, Verdict verdict) {
        ObjectNode json = Json.MAPPER
                .createObjectNode()
                .put("v", 1)
                .put("cell", cell)
                .put("verdict", verdict.name())
                .put("reason", verdict == Verdict.PASS ? "" : "because")
                .put("message", "")
                .put("contract", "blind")
                .put("schedule", cell)
                .put("settings", "")
                .put("reproduce", "crash-harness reproduce")
                .put("task_state", "succeeded")
                .put("dir", RunDirectory.dir(Cell.parse(cell), 0));
        json.set(
                "expected",
                Json.MAPPER.valueToTree(StateWords.of(
                        PlannedCell.of(Cell.parse(cell)).prediction().end())));
        json.putArray("checks");
        json.putArray("faults");
        try {
            return Json.MAPPER.treeToValue(json, VerdictRecord.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
