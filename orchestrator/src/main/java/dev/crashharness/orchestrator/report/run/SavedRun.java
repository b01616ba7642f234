package dev.crashharness.orchestrator.report.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.HistoryFile;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.evidence.JsonLines;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run directory, or the folder of one cell, as it was found.
 *
 * @param path the directory
 * @param verdicts in the order of the plan
 * @param torn whether the last line of the verdict log was cut short, by a harness that died while writing, and left out
 * @param planned the ids of all cells that the run was to have, in order
 */
public record SavedRun(Path path, RunFacts facts, List<VerdictRecord> verdicts, boolean torn, List<String> planned) {
    private static final String LOG = "verdicts.jsonl";
    private static final String LOG_OF_A_CELL = "verdict.jsonl";

    /**
     * Opens what lies at {@code path}.
     *
     * @throws IllegalArgumentException when it is no run and no cell of one
     * @throws IOException when it cannot be read, or a line of it is not understood
     */
    public static SavedRun open(Path path) throws IOException {
        Path log = Files.isRegularFile(path.resolve(LOG)) ? path.resolve(LOG) : path.resolve(LOG_OF_A_CELL);
        if (!Files.isRegularFile(log)) {
            throw new IllegalArgumentException("there is no run at " + path + " (no " + LOG
                    + " in it); run a matrix first, or name its directory");
        }
        VerdictLog.Contents contents = VerdictLog.read(log);
        List<String> planned = planned(path.resolve("plan.jsonl"));
        return new SavedRun(
                path,
                RunFacts.read(path.resolve("run.json")),
                ordered(contents.verdicts(), planned),
                contents.torn(),
                planned);
    }

    private static List<String> planned(Path file) throws IOException {
        List<String> cells = new ArrayList<>();
        if (Files.isRegularFile(file)) {
            for (String line : JsonLines.read(file)) {
                try {
                    cells.add(Json.MAPPER.readTree(line).path("cell").asText());
                } catch (JsonProcessingException torn) {
                    // A harness that died while writing its plan has run no cell; what is whole counts.
                    break;
                }
            }
        }
        return cells;
    }

    private static List<VerdictRecord> ordered(List<VerdictRecord> verdicts, List<String> planned) {
        Map<String, Integer> places = new HashMap<>();
        planned.forEach(cell -> places.putIfAbsent(cell, places.size()));
        return verdicts.stream()
                .sorted(Comparator.comparingInt(verdict -> places.getOrDefault(verdict.cell(), places.size())))
                .toList();
    }

    /** The name of the directory, that of {@code latest} resolved. */
    public String name() {
        try {
            return path.toRealPath().getFileName().toString();
        } catch (IOException gone) {
            return path.getFileName().toString();
        }
    }

    /** What became of the defect that the target's file expects; empty when it expects none. */
    public Optional<KnownDefect> knownDefect() {
        boolean part = facts.shard() || !missing().isEmpty();
        return facts.expect().map(check -> KnownDefect.of(check, verdicts, part));
    }

    /** Whether {@code verdict} is the defect that the target's file expects. */
    public boolean isKnownDefect(VerdictRecord verdict) {
        return facts.expect().filter(check -> KnownDefect.is(check, verdict)).isPresent();
    }

    /** The verdicts that somebody has to look at, in the order of the plan: no pass, not the known defect, and not left out. */
    public List<VerdictRecord> failed() {
        return verdicts.stream()
                .filter(verdict -> verdict.verdict() != Verdict.PASS && verdict.verdict() != Verdict.NOT_RUN)
                .filter(verdict -> !isKnownDefect(verdict))
                .toList();
    }

    /** How many cell runs there were to be, or as many as there are when nothing says so. */
    public int runs() {
        return Math.max(verdicts.size(), facts.runs());
    }

    /** The runs that were planned and have no verdict, by cell id; a cell that was to be repeated may come several times. */
    public List<String> missing() {
        int repeat = planned.isEmpty() ? 1 : Math.max(1, facts.runs() / planned.size());
        List<String> missing = new ArrayList<>();
        Map<String, Integer> found = new HashMap<>();
        verdicts.forEach(verdict -> found.merge(verdict.cell(), 1, Integer::sum));
        planned.forEach(cell -> {
            for (int run = found.getOrDefault(cell, 0); run < repeat; run++) {
                missing.add(cell);
            }
        });
        return missing;
    }

    /**
     * Where the evidence of one verdict lies.
     *
     * @throws DamagedEvidenceException when the verdict names a place outside the run
     */
    public Path folder(VerdictRecord verdict) throws DamagedEvidenceException {
        if (!Files.isRegularFile(path.resolve(LOG))) {
            return path;
        }
        Path folder = path.resolve(verdict.dir()).normalize();
        if (!folder.startsWith(path.normalize())) {
            throw new DamagedEvidenceException("the verdict of " + verdict.cell() + " says its evidence lies in "
                    + verdict.dir() + ", which is outside " + path + "; the log was damaged");
        }
        return folder;
    }

    /**
     * What a cell was judged by; empty when none was saved.
     *
     * @throws DamagedEvidenceException when it was cut short, is not understood or of another cell, or lies outside the run
     * @throws IOException when it cannot be read now
     */
    public Optional<History> history(VerdictRecord verdict) throws IOException {
        Path file = folder(verdict).resolve("history.jsonl");
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        History history = read(file);
        if (!history.cell().equals(verdict.cell())) {
            throw new DamagedEvidenceException("its history.jsonl is of another cell, " + history.cell());
        }
        return Optional.of(history);
    }

    private static History read(Path file) throws IOException {
        try {
            return HistoryFile.read(file);
        } catch (FileSystemException notNow) {
            throw notNow;
        } catch (IOException notUnderstood) {
            throw new DamagedEvidenceException(notUnderstood.getMessage(), notUnderstood);
        }
    }
}
