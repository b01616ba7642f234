package dev.crashharness.orchestrator.report.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.HistoryFile;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.Judge;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Run directories as a matrix leaves them, made of histories. */
public final class SavedRuns {
    private SavedRuns() {}

    /** A whole run: every trial judged, nothing left out. */
    public static SavedRun of(Path directory, Trial... trials) throws IOException {
        List<VerdictRecord> verdicts = new ArrayList<>();
        for (Trial trial : trials) {
            verdicts.add(save(directory, "cells/" + verdicts.size(), trial));
        }
        return of(directory, verdicts, List.of());
    }

    /** A run with these verdicts, in which {@code unjudged} cells were planned too. */
    public static SavedRun of(Path directory, List<VerdictRecord> verdicts, List<String> unjudged) throws IOException {
        List<String> plan = new ArrayList<>();
        try (VerdictLog log = VerdictLog.create(directory.resolve("verdicts.jsonl"))) {
            for (VerdictRecord verdict : verdicts) {
                log.append(verdict);
                plan.add(verdict.cell());
            }
        }
        plan.addAll(unjudged);
        Files.write(
                directory.resolve("plan.jsonl"),
                plan.stream().map(cell -> "{\"cell\":\"" + cell + "\"}").toList());
        for (VerdictRecord verdict : verdicts) {
            leaveEvidence(directory.resolve(verdict.dir()), verdict);
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("matrix", "made");
        facts.put("cells", plan.size());
        facts.put("started_at", "2026-02-03T04:05:06Z");
        facts.put("os", "Linux");
        facts.put("HOME", "/home/somebody");
        Files.writeString(directory.resolve("run.json"), Json.MAPPER.writeValueAsString(facts));
        return SavedRun.open(directory);
    }

    /** As much as a report looks at; of an error there may be nothing, of what was not run there is nothing. */
    private static void leaveEvidence(Path folder, VerdictRecord verdict) throws IOException {
        if (verdict.verdict() == Verdict.ERROR
                || verdict.verdict() == Verdict.NOT_RUN
                || Files.exists(folder.resolve("history.jsonl"))) {
            return;
        }
        Files.createDirectories(folder);
        Ending ending = new Ending(Ending.Kind.FINISHED, "", List.of());
        HistoryFile.write(
                folder.resolve("history.jsonl"), new History(verdict.cell(), List.of(), List.of(), List.of(), ending));
    }

    /** The same run of a target whose file expects a violation of {@code check}. */
    public static SavedRun expecting(SavedRun run, String check) throws IOException {
        Path file = run.path().resolve("run.json");
        ObjectNode facts = (ObjectNode) Json.MAPPER.readTree(file.toFile());
        Files.writeString(file, facts.put("expect", check).toString());
        return SavedRun.open(run.path());
    }

    private static VerdictRecord save(Path directory, String dir, Trial trial) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(dir));
        History made = trial.history();
        History history =
                new History(trial.cell().print(), made.events(), made.faults(), made.snapshots(), made.ending());
        HistoryFile.write(folder.resolve("history.jsonl"), history);
        Trial named = new Trial(trial.cell(), trial.prediction(), history);
        VerdictRecord verdict = VerdictRecord.of(
                named,
                new Judge().judge(named),
                Duration.ofMillis(812),
                "crash-harness reproduce '" + trial.cell().print() + "'",
                dir);
        Files.writeString(folder.resolve("verdict.jsonl"), Json.MAPPER.writeValueAsString(verdict) + "\n");
        return verdict;
    }
}
