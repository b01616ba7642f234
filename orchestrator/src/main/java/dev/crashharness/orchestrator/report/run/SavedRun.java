package dev.crashharness.orchestrator.report.run;

import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A run directory, or the folder of one cell, as it was found. Its log is the record of the run: how a cell ended is what the
 * log says. {@link #damage} tells where nothing is left that could confirm it.
 *
 * @param path the directory
 * @param verdicts in the order of the plan
 * @param torn whether the last line of the verdict log was cut short, by a harness that died while writing, and left out
 * @param planned the ids of all cells that the run was to have, in order
 * @param flaws a sentence for each file of the run itself that is missing, damaged or contradicts another
 * @param damage for each verdict that nothing is left to confirm: why, a sentence
 */
public record SavedRun(
        Path path,
        RunFacts facts,
        List<VerdictRecord> verdicts,
        boolean torn,
        List<String> planned,
        List<String> flaws,
        Map<VerdictRecord, String> damage) {
    static final String LOG = "verdicts.jsonl";
    static final String LOG_OF_A_CELL = "verdict.jsonl";

    /** Whether the folder of one cell lies at {@code path}, and not a whole run. */
    public static boolean isCell(Path path) {
        return !Files.isRegularFile(path.resolve(LOG)) && Files.isRegularFile(path.resolve(LOG_OF_A_CELL));
    }

    /** Whether a whole run lies at {@code path}. */
    public static boolean isRun(Path path) {
        return Files.isRegularFile(path.resolve(LOG));
    }

    /**
     * Opens what lies at {@code path}. Of a history only the end is looked at, so that it can be done again and again while a
     * matrix runs.
     *
     * @throws IllegalArgumentException when it is no run and no cell of one
     * @throws DamagedEvidenceException when a line of its log is not understood that is not the last
     * @throws IOException when it cannot be read now
     */
    public static SavedRun open(Path path) throws IOException {
        return open(path, CellFolder::damage);
    }

    /** As {@link #open}, after reading every history: whatever is damaged in one is known, as {@code report.verify} would say. */
    public static SavedRun openWhole(Path path) throws IOException {
        return open(path, CellFolder::damageInside);
    }

    private static SavedRun open(Path path, BiFunction<CellFolder, VerdictRecord, Optional<String>> look)
            throws IOException {
        boolean cell = isCell(path);
        if (!cell && !isRun(path)) {
            throw new IllegalArgumentException("there is no run at " + path + " (no " + LOG
                    + " in it); run a matrix first, or name its directory");
        }
        VerdictLog.Contents contents = CellFolder.read(() -> VerdictLog.read(path.resolve(cell ? LOG_OF_A_CELL : LOG)));
        RunFrame frame = cell ? RunFrame.ofACell() : RunFrame.read(path);
        List<String> flaws = new ArrayList<>(frame.flaws());
        flaws.addAll(cell ? LogFlaws.ofACell(contents) : LogFlaws.ofARun(contents.verdicts(), frame.planned()));
        return new SavedRun(
                path,
                frame.facts(),
                ordered(contents.verdicts(), frame.planned()),
                contents.torn() && !cell,
                frame.planned(),
                flaws,
                damage(path, contents.verdicts(), look));
    }

    private static Map<VerdictRecord, String> damage(
            Path run, List<VerdictRecord> verdicts, BiFunction<CellFolder, VerdictRecord, Optional<String>> look) {
        Map<VerdictRecord, String> damage = new HashMap<>();
        for (VerdictRecord verdict : verdicts) {
            try {
                look.apply(new CellFolder(folder(run, verdict)), verdict).ifPresent(why -> damage.put(verdict, why));
            } catch (DamagedEvidenceException outside) {
                damage.put(verdict, outside.getMessage());
            }
        }
        return damage;
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

    /** How many cell runs there were to be; when run.json does not say so, one of each cell of the plan, and not fewer than there are. */
    public int runs() {
        return Math.max(verdicts.size(), Math.max(facts.runs(), planned.size()));
    }

    /** Whether a planned cell run has no result: the log says that it was not run, or nothing. */
    public boolean lacksResults() {
        return runs() > verdicts.size()
                || !missing().isEmpty()
                || verdicts.stream().anyMatch(verdict -> verdict.verdict() == Verdict.NOT_RUN);
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
        return folder(path, verdict);
    }

    private static Path folder(Path run, VerdictRecord verdict) throws DamagedEvidenceException {
        if (!isRun(run)) {
            return run;
        }
        try {
            Path folder = run.resolve(verdict.dir()).normalize();
            if (folder.startsWith(run.normalize())) {
                return folder;
            }
        } catch (InvalidPathException noPath) {
            throw new DamagedEvidenceException(
                    "the verdict of " + verdict.cell() + " names a place that no file can have; the log was damaged",
                    noPath);
        }
        throw new DamagedEvidenceException("the verdict of " + verdict.cell() + " says its evidence lies in "
                + verdict.dir() + ", which is outside " + run + "; the log was damaged");
    }

    /**
     * What a cell was judged by; empty when none was saved.
     *
     * @throws DamagedEvidenceException when it was cut short, is not understood or of another cell, or lies outside the run
     * @throws IOException when it cannot be read now
     */
    public Optional<History> history(VerdictRecord verdict) throws IOException {
        return evidence(verdict).history(verdict);
    }

    /** Whether the harness had failed in this cell before there was anything to judge. */
    public boolean hasNothingFor(VerdictRecord verdict) throws DamagedEvidenceException {
        return evidence(verdict).hasNothingFor(verdict);
    }

    /** Why nothing is left that could confirm {@code verdict}, a sentence, as it was when the run was opened. */
    public Optional<String> damage(VerdictRecord verdict) {
        return Optional.ofNullable(damage.get(verdict));
    }

    /** The verdicts of which there is {@link #damage}. */
    public List<VerdictRecord> damaged() {
        return verdicts.stream().filter(verdict -> damage(verdict).isPresent()).toList();
    }

    /**
     * Demands that the cell's own folder says the same as the log.
     *
     * @throws DamagedEvidenceException when it does not, or says nothing
     */
    public void requireFinished(VerdictRecord verdict) throws IOException {
        Optional<String> damage = evidence(verdict).damage(verdict);
        if (damage.isPresent()) {
            throw new DamagedEvidenceException(damage.get());
        }
        evidence(verdict).requireSameVerdict(verdict);
    }

    private CellFolder evidence(VerdictRecord verdict) throws DamagedEvidenceException {
        return new CellFolder(folder(verdict));
    }
}
