package dev.crashharness.orchestrator.matrix.past;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.RunDirectory;
import dev.crashharness.orchestrator.matrix.file.MatrixFile;
import dev.crashharness.orchestrator.matrix.shard.Portion;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run as it was found.
 *
 * @param path its directory, which is only read
 * @param matrix all cells of its matrix, before it was split
 * @param results the verdicts that count, NOT_RUN among them, by the place of their evidence
 * @param unconfirmed the verdicts worse than NOT_RUN that only the log or only the cell's folder has, by its place: a merge is
 *     not greener than they are, and a resumed run takes over the violations among them
 * @param distrusted a sentence for each verdict or cell that does not count, and why
 */
public record PastRun(
        Path path,
        RunIdentity identity,
        List<Cell> matrix,
        Map<String, VerdictRecord> results,
        Map<String, VerdictRecord> unconfirmed,
        List<String> distrusted) {
    /** What a merge notes where it found nothing; it is no result. */
    public static final String MISSING = "missing";

    /** Of all cells of the largest matrix; ids are ASCII, and little stands around each. */
    private static final long MOST_BYTES = MatrixFile.MOST_CELLS * (Cell.LONGEST_ID + 100L);

    /** One run of one cell, by the place of its evidence. */
    public record Place(Cell cell, String dir) {}

    /**
     * Opens the run that {@code named} is, or is a link to.
     *
     * @throws IllegalArgumentException when it is no run, or one of which not even the plan is whole
     * @throws IOException when it cannot be read, or a line in the middle of its log is damaged
     */
    public static PastRun open(Path named) throws IOException {
        if (!Files.isDirectory(named)) {
            throw new IllegalArgumentException("there is no run at " + named + "; name a run directory");
        }
        // The link `latest` moves on while the run that it meant is still being read.
        Path path = named.toRealPath();
        RunIdentity identity = RunIdentity.read(path.resolve("run.json"));
        List<Cell> matrix = matrix(path.resolve("matrix.yaml"));
        Evidence evidence = new Evidence(path);
        Map<String, VerdictRecord> results =
                evidence.results(places(new Portion(matrix, identity.shard(), Optional.empty()), identity.repeat()));
        return new PastRun(path, identity, matrix, results, evidence.unconfirmed(), evidence.distrusted());
    }

    private static List<Cell> matrix(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("the run at " + file.getParent() + " has no matrix.yaml; it was broken"
                    + " off before it was planned, or is of another version");
        }
        if (Files.size(file) > MOST_BYTES) {
            throw new IllegalArgumentException("the plan of the run is damaged: " + file + " has " + Files.size(file)
                    + " bytes, which no run writes; expected at most " + MOST_BYTES);
        }
        try {
            return Portion.cells(Files.readAllLines(file));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the plan of the run is damaged: " + file + " is not UTF-8", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the plan of the run is damaged: " + file + ": " + e.getMessage(), e);
        }
    }

    private static List<Place> places(Portion portion, int repeat) {
        List<Place> places = new ArrayList<>();
        for (int repetition = 0; repetition < repeat; repetition++) {
            for (Cell cell : portion.cells()) {
                places.add(new Place(cell, RunDirectory.dir(cell, repetition)));
            }
        }
        return places;
    }

    /** All cell runs of the matrix, those of other shards too. */
    public List<Place> allPlaces() {
        return places(Portion.whole(matrix), identity.repeat());
    }

    /** The cell runs that this run was to do. */
    public List<Place> ownPlaces() {
        return places(new Portion(matrix, identity.shard(), Optional.empty()), identity.repeat());
    }

    /** The verdicts that an interrupted run has come to; a violation that has lost its evidence is one all the same. */
    public List<VerdictRecord> finished() {
        return ownPlaces().stream()
                .flatMap(place -> finished(place.dir()).stream())
                .toList();
    }

    private Optional<VerdictRecord> finished(String dir) {
        return Optional.ofNullable(results.get(dir))
                .filter(verdict -> verdict.verdict() != Verdict.NOT_RUN)
                .or(() -> Optional.ofNullable(unconfirmed.get(dir))
                        .filter(verdict -> verdict.verdict() == Verdict.VIOLATION));
    }

    /** The cells of which not each run has passed, in order; one without a verdict has not. */
    public List<Cell> notPassed() {
        Map<Cell, Boolean> passed = new LinkedHashMap<>();
        ownPlaces().forEach(place -> passed.merge(place.cell(), hasPassed(place), Boolean::logicalAnd));
        return passed.entrySet().stream()
                .filter(entry -> !entry.getValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    private boolean hasPassed(Place place) {
        return Optional.ofNullable(results.get(place.dir()))
                .map(verdict -> verdict.verdict() == Verdict.PASS)
                .orElse(false);
    }
}
