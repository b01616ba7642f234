package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.matrix.shrink.ShortestCell;
import dev.crashharness.orchestrator.matrix.stop.Brake;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.report.Shrunk;
import dev.crashharness.orchestrator.report.Shrunk.End;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.files.ReportFiles;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.schedule.Cell;
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
    private final Brake brake;
    private final long startNs = System.nanoTime();
    private int tried;
    private End ended = End.NOTHING_SHORTER_FAILS;

    private Shrinking(VerdictRecord failing, RunDirectory tries, Bench bench, VerdictLog log, Brake brake) {
        this.failing = failing;
        this.tries = tries;
        this.bench = bench;
        this.log = log;
        this.brake = brake;
    }

    /** Whether {@code verdict} is a violation of a cell of which something can be left out. */
    public static boolean worthTrying(VerdictRecord verdict) {
        return verdict.verdict() == Verdict.VIOLATION && ShortestCell.worthTrying(Cell.parse(verdict.cell()));
    }

    /**
     * Looks for the shortest cell that fails as {@code failing} does, and adds it to the verdict in the log of {@code run}
     * and beside the cell's evidence.
     *
     * @param brake pressed by a signal, or its budget spent, the try at hand is the last; slammed, it is broken off
     * @return the verdict with what was found; empty when not even the first try could begin
     */
    public static Optional<VerdictRecord> shrink(
            VerdictRecord failing, RunDirectory run, Target target, Launcher launcher, Brake brake)
            throws IOException, InterruptedException, StageException {
        Optional<VerdictRecord> shrunk =
                shortest(failing, run, target, launcher, brake).map(failing::with);
        if (shrunk.isPresent()) {
            save(shrunk.get(), run);
        }
        return shrunk;
    }

    private static void save(VerdictRecord shrunk, RunDirectory run) throws IOException {
        List<VerdictRecord> all = VerdictLog.read(run.verdicts()).verdicts().stream()
                .map(each -> each.dir().equals(shrunk.dir()) ? shrunk : each)
                .toList();
        VerdictLog.replace(run.verdicts(), all);
        Path evidence = run.path().resolve(shrunk.dir());
        // Of a violation that was taken over, all but its line may be lost.
        if (Files.isDirectory(evidence)) {
            VerdictLog.replace(evidence.resolve("verdict.jsonl"), List.of(shrunk));
            String line = "\n" + shrunk.shrunk().line() + "\n";
            Files.writeString(
                    evidence.resolve("report.txt"), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        ReportFiles.write(SavedRun.open(run.path()), run.path());
    }

    private static Optional<Shrunk> shortest(
            VerdictRecord failing, RunDirectory run, Target target, Launcher launcher, Brake brake)
            throws IOException, InterruptedException, StageException {
        Cell cell = Cell.parse(failing.cell());
        RunDirectory tries = run.shrinking(failing);
        try (VerdictLog log = VerdictLog.create(tries.verdicts())) {
            Optional<Bench> bench =
                    brake.whileWorking(() -> Bench.forShorter(target, launcher, cell, tries.templates()));
            if (bench.isEmpty()) {
                return Optional.empty();
            }
            Shrinking shrinking = new Shrinking(failing, tries, bench.get(), log, brake);
            Cell shortest = ShortestCell.of(cell, shrinking::stillFails);
            String directory = run.path().relativize(tries.path()).toString();
            return Optional.of(new Shrunk(
                    shortest.print(),
                    Examination.reproduce(shortest, target),
                    shrinking.tried,
                    shrinking.ended.id(),
                    directory));
        } finally {
            Directories.delete(tries.templates());
        }
    }

    private boolean stillFails(Cell candidate) throws InterruptedException {
        Optional<PlannedCell> planned = planned(candidate);
        if (planned.isEmpty() || isSpent()) {
            return false;
        }
        Optional<VerdictRecord> found = tryOut(planned.get());
        if (found.isEmpty()) {
            ended = End.INTERRUPTED;
            return false;
        }
        tried++;
        append(found.get());
        return found.get().verdict() == Verdict.VIOLATION && found.get().check().equals(failing.check());
    }

    /** Empty: it was broken off, and half a try says nothing. */
    private Optional<VerdictRecord> tryOut(PlannedCell planned) throws InterruptedException {
        Path evidence = tries.cell(planned.cell(), 0);
        try {
            return brake.whileWorking(
                    () -> Examination.verdict(planned, bench.plan(planned, evidence, false), bench.launcher(), false));
        } catch (IOException | StageException impossible) {
            throw new IllegalStateException("what goes wrong in a cell is its verdict", impossible);
        }
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
        if (brake.interrupted()) {
            ended = End.INTERRUPTED;
            return true;
        }
        if (tried >= MOST_TRIES) {
            ended = End.TRIES_SPENT;
            return true;
        }
        if (brake.outOfTime() || System.nanoTime() - startNs >= LONGEST.toNanos()) {
            ended = End.TIME_SPENT;
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
