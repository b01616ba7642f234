package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.matrix.shrink.ShortestCell;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.report.Shrunk;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.files.ReportFiles;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.orchestrator.schedule.plan.UnplannableCellException;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Looks for the shortest cell that breaks the same check first as a violation does. Each try is a real run with evidence of
 * its own; the tries are no cells of the matrix, and the violation's verdict stands whatever they come to: it is not run
 * again itself. A try that proves nothing or that the machine spoiled counts as one that does not fail. Used once.
 */
public final class Shrinking {
    /** The most cells that are tried. */
    static final int MOST_TRIES = 20;

    /** No try begins later than this. */
    static final Duration LONGEST = Duration.ofMinutes(2);

    private final VerdictRecord failing;
    private final RunDirectory tries;
    private final Bench bench;
    private final VerdictLog log;
    private final long startNs = System.nanoTime();
    private int tried;
    private String ended = "nothing_shorter_fails";

    private Shrinking(VerdictRecord failing, RunDirectory tries, Bench bench, VerdictLog log) {
        this.failing = failing;
        this.tries = tries;
        this.bench = bench;
        this.log = log;
    }

    /** Whether {@code verdict} is a violation of a cell of which something can be left out. */
    public static boolean worthTrying(VerdictRecord verdict) {
        return verdict.verdict() == Verdict.VIOLATION && ShortestCell.worthTrying(Cell.parse(verdict.cell()));
    }

    /**
     * Looks for the shortest cell that fails as {@code failing} does, and adds it to the verdict in the log of {@code run}
     * and beside the cell's evidence.
     *
     * @return the verdict with what was found
     */
    public static VerdictRecord shrink(VerdictRecord failing, RunDirectory run, Target target, Launcher launcher)
            throws IOException, InterruptedException, StageException {
        VerdictRecord shrunk = failing.with(shortest(failing, run, target, launcher));
        List<VerdictRecord> all = VerdictLog.read(run.verdicts()).verdicts().stream()
                .map(each -> each.dir().equals(shrunk.dir()) ? shrunk : each)
                .toList();
        VerdictLog.replace(run.verdicts(), all);
        Path evidence = run.path().resolve(shrunk.dir());
        VerdictLog.replace(evidence.resolve("verdict.jsonl"), List.of(shrunk));
        String line = "\n" + shrunk.shrunk().line() + "\n";
        Files.writeString(evidence.resolve("report.txt"), line, StandardOpenOption.APPEND);
        ReportFiles.write(SavedRun.open(run.path()), run.path());
        return shrunk;
    }

    private static Shrunk shortest(VerdictRecord failing, RunDirectory run, Target target, Launcher launcher)
            throws IOException, InterruptedException, StageException {
        Cell cell = Cell.parse(failing.cell());
        RunDirectory tries = run.shrinking(cell);
        Cell plain = new Cell(cell.contract(), cell.faults(), Settings.DEFAULTS);
        Bench bench = Bench.prepare(target, launcher, List.of(cell, plain), tries.templates());
        try (VerdictLog log = VerdictLog.create(tries.verdicts())) {
            Shrinking shrinking = new Shrinking(failing, tries, bench, log);
            Cell shortest = ShortestCell.of(cell, shrinking::stillFails);
            String directory = run.path().relativize(tries.path()).toString();
            return new Shrunk(
                    shortest.print(),
                    Examination.reproduce(shortest, target),
                    shrinking.tried,
                    shrinking.ended,
                    directory);
        } finally {
            Directories.delete(tries.templates());
        }
    }

    private boolean stillFails(Cell candidate) throws InterruptedException {
        Optional<PlannedCell> planned = planned(candidate);
        if (planned.isEmpty() || isSpent()) {
            return false;
        }
        tried++;
        VerdictRecord found = Examination.verdict(
                planned.get(), bench.plan(planned.get(), tries.cell(candidate, 0), false), bench.launcher(), false);
        append(found);
        return found.verdict() == Verdict.VIOLATION && found.check().equals(failing.check());
    }

    /** What cannot be planned or is never reached would prove nothing. */
    private Optional<PlannedCell> planned(Cell candidate) {
        try {
            return Optional.of(
                    PlannedCell.of(candidate, bench.target().criteria().documented()));
        } catch (UnplannableCellException e) {
            return Optional.empty();
        }
    }

    private boolean isSpent() {
        if (tried >= MOST_TRIES) {
            ended = "tries_spent";
            return true;
        }
        if (System.nanoTime() - startNs >= LONGEST.toNanos()) {
            ended = "time_spent";
            return true;
        }
        return false;
    }

    private void append(VerdictRecord found) {
        try {
            log.append(found);
        } catch (IOException e) {
            throw new UncheckedIOException("the verdict of " + found.cell() + " could not be written", e);
        }
    }
}
