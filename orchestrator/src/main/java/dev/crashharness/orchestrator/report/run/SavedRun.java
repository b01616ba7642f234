package dev.crashharness.orchestrator.report.run;

import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A run directory, or the folder of one cell, as it was found. Its log is the record of the run: how a cell ended is what the
 * log says. {@link #damage} tells where nothing is left that could confirm it.
 *
 * @param path the directory
 * @param verdicts in the order of the plan
 * @param torn whether the last line of the verdict log was cut short, by a harness that died while writing, and left out
 * @param planned the ids of all cells that the run was to have, in order
 * @param flaws a sentence for each file of the run itself that is missing, damaged or contradicts another
 */
public record SavedRun(
        Path path,
        RunFacts facts,
        List<VerdictRecord> verdicts,
        boolean torn,
        List<String> planned,
        List<String> flaws) {
    private static final String LOG = "verdicts.jsonl";
    private static final String LOG_OF_A_CELL = "verdict.jsonl";

    /** Whether the folder of one cell lies at {@code path}, and not a whole run. */
    public static boolean isCell(Path path) {
        return !Files.isRegularFile(path.resolve(LOG)) && Files.isRegularFile(path.resolve(LOG_OF_A_CELL));
    }

    /** Whether a whole run lies at {@code path}. */
    public static boolean isRun(Path path) {
        return Files.isRegularFile(path.resolve(LOG));
    }

    /**
     * Opens what lies at {@code path}.
     *
     * @throws IllegalArgumentException when it is no run and no cell of one
     * @throws DamagedEvidenceException when a line of its log is not understood that is not the last
     * @throws IOException when it cannot be read now
     */
    public static SavedRun open(Path path) throws IOException {
        boolean cell = isCell(path);
        if (!cell && !isRun(path)) {
            throw new IllegalArgumentException("there is no run at " + path + " (no " + LOG
                    + " in it); run a matrix first, or name its directory");
        }
        VerdictLog.Contents contents = CellFolder.read(() -> VerdictLog.read(path.resolve(cell ? LOG_OF_A_CELL : LOG)));
        RunFrame frame = cell ? RunFrame.ofACell(path) : RunFrame.read(path);
        List<String> flaws = new ArrayList<>(frame.flaws());
        flaws.addAll(cell ? flawsOfACell(contents) : contradictions(contents.verdicts(), frame.planned()));
        return new SavedRun(
                path,
                frame.facts(),
                ordered(contents.verdicts(), frame.planned()),
                contents.torn() && !cell,
                frame.planned(),
                flaws);
    }

    /** A cell's own file is written at once and whole. */
    private static List<String> flawsOfACell(VerdictLog.Contents contents) {
        int found = contents.verdicts().size();
        return found == 1 && !contents.torn()
                ? List.of()
                : List.of(
                        LOG_OF_A_CELL + " holds " + found + " whole verdicts, expected 1; it was cut short or changed");
    }

    private static List<String> contradictions(List<VerdictRecord> verdicts, List<String> planned) {
        Set<String> cells = new HashSet<>(planned);
        Set<String> seen = new HashSet<>();
        List<String> unplanned = new ArrayList<>();
        List<String> repeated = new ArrayList<>();
        for (VerdictRecord verdict : verdicts) {
            if (!cells.isEmpty() && !cells.contains(verdict.cell())) {
                unplanned.add(verdict.cell());
            }
            if (!seen.add(verdict.cell() + " " + verdict.dir())) {
                repeated.add(verdict.cell());
            }
        }
        return Stream.concat(
                        contradiction(unplanned, "of cells that were not planned").stream(),
                        contradiction(repeated, "that it has already").stream())
                .toList();
    }

    private static Optional<String> contradiction(List<String> cells, String what) {
        return cells.isEmpty()
                ? Optional.empty()
                : Optional.of(LOG + " has " + cells.size() + " verdicts " + what + ", the first of " + cells.get(0));
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
        if (!isRun(path)) {
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
        return evidence(verdict).history(verdict);
    }

    /** Whether the harness had failed in this cell before there was anything to judge. */
    public boolean hasNothingFor(VerdictRecord verdict) throws DamagedEvidenceException {
        return evidence(verdict).hasNothingFor(verdict);
    }

    /**
     * Why nothing is left that could confirm {@code verdict}, a sentence: its history is missing or cut short. It looks at the
     * end of a history and does not read it; {@code report.verify} does.
     */
    public Optional<String> damage(VerdictRecord verdict) {
        if (verdict.verdict() == Verdict.NOT_RUN) {
            return Optional.empty();
        }
        try {
            return evidence(verdict).damage(verdict);
        } catch (DamagedEvidenceException outside) {
            return Optional.of(outside.getMessage());
        }
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
