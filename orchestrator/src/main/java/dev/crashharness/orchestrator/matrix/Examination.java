package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.cell.CellPlan;
import dev.crashharness.orchestrator.cell.CellRun;
import dev.crashharness.orchestrator.cell.Defect;
import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.HistoryFile;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.Judge;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.matrix.stop.Reason;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.story.CellReport;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One cell from plan to verdict: run, save what was found, judge, keep what a person needs.
 *
 * @param verdict what it came to
 * @param history what it was judged by
 */
public record Examination(VerdictRecord verdict, History history) {
    private static final Judge JUDGE = new Judge();
    private static final String RUNNING = "RUNNING";
    private static final List<String> KEPT_OF_A_PASS = List.of("verdict.jsonl", "history.jsonl");

    /**
     * Runs and judges a cell.
     *
     * @param keepAll whether a passing cell keeps its databases, logs and events too
     */
    public static Examination of(PlannedCell planned, CellPlan plan, Launcher launcher, boolean keepAll)
            throws IOException, InterruptedException {
        Path directory = plan.directory();
        requireEmpty(directory);
        Files.createDirectories(directory);
        Path running = Files.writeString(
                directory.resolve(RUNNING),
                Long.toString(ProcessHandle.current().pid()));
        long startNs = System.nanoTime();
        History history = CellRun.run(plan, launcher);
        Duration took = Duration.ofNanos(System.nanoTime() - startNs);
        try {
            HistoryFile.write(directory.resolve("history.jsonl"), history);
            Trial trial = new Trial(planned.cell(), planned.forecast(), history);
            VerdictRecord verdict = VerdictRecord.of(
                    trial, JUDGE.judge(trial), took, reproduce(plan), "cells/" + directory.getFileName());
            save(directory, plan, verdict, history);
            tidy(directory, keepAll || verdict.verdict() != Verdict.PASS);
            Files.delete(running);
            return new Examination(verdict, history);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + before(history.ending()), e);
        }
    }

    /** What the cell itself had failed of, most likely the same: the first error is what a person needs. */
    private static String before(Ending ending) {
        return ending.kind() == Ending.Kind.HARNESS_FAILED ? "; before that: " + ending.detail() : "";
    }

    /** An old -wal beside a new database is replayed into it (tursodatabase/turso#8103), an old receipt is taken for this cell's. */
    private static void requireEmpty(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> found = Files.list(directory)) {
            Optional<Path> left = found.findFirst();
            if (left.isPresent()) {
                throw new IOException(
                        "it holds " + left.get().getFileName() + " already, which would be taken for this cell's;"
                                + " nothing was started; move it away and run the cell again");
            }
        }
    }

    /** Runs and judges a cell; a full disk, or a defect of the harness, ends this cell with an error, not the others. */
    static VerdictRecord verdict(PlannedCell planned, CellPlan plan, Launcher launcher, boolean keepAll)
            throws InterruptedException {
        try {
            return of(planned, plan, launcher, keepAll).verdict();
        } catch (IOException | UncheckedIOException e) {
            return failed(planned, plan, e);
        } catch (RuntimeException e) {
            return failed(planned, plan, Defect.ending(e, plan.directory()));
        }
    }

    /** Marks what lies in {@code directory}, if anything does, as of a cell that was stopped: it may just have come to a verdict. */
    static void leaveUnfinished(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            Files.writeString(
                    directory.resolve(RUNNING),
                    Long.toString(ProcessHandle.current().pid()));
        }
    }

    /** The verdict of a cell whose evidence could not even be written. */
    static VerdictRecord failed(PlannedCell planned, CellPlan plan, Exception why) {
        Ending ending = new Ending(
                Ending.Kind.HARNESS_FAILED,
                "the evidence in " + plan.directory() + " could not be kept: " + why.getMessage(),
                List.of());
        return failed(planned, plan, ending);
    }

    private static VerdictRecord failed(PlannedCell planned, CellPlan plan, Ending ending) {
        History history = new History(planned.cell().print(), List.of(), List.of(), List.of(), ending);
        Trial trial = new Trial(planned.cell(), planned.forecast(), history);
        String directory = "cells/" + plan.directory().getFileName();
        return VerdictRecord.of(trial, JUDGE.judge(trial), Duration.ZERO, reproduce(plan), directory);
    }

    /** The verdict of a cell run that was never started, or stopped before it came to one. */
    static VerdictRecord notRun(MatrixSpec.Run run, Target target, Reason reason) {
        PlannedCell planned = run.planned();
        return VerdictRecord.notRun(
                planned.cell(),
                planned.expected(),
                new VerdictRecord.NotRun(reason.id(), "it was not run, because " + reason.words()),
                reproduce(planned.cell(), target),
                run.dir());
    }

    private static String reproduce(CellPlan plan) {
        return reproduce(plan.cell(), plan.target());
    }

    /** The command that runs {@code cell} again, with everything kept. */
    static String reproduce(Cell cell, Target target) {
        return reproduce(cell, target.id());
    }

    private static String reproduce(Cell cell, String target) {
        return "crash-harness reproduce '" + cell.print() + "'" + Target.option(target);
    }

    private static void save(Path directory, CellPlan plan, VerdictRecord verdict, History history) throws IOException {
        Files.writeString(directory.resolve("verdict.jsonl"), Json.MAPPER.writeValueAsString(verdict) + "\n");
        Files.write(directory.resolve("report.txt"), CellReport.lines(verdict, history), StandardCharsets.UTF_8);
        Path command = Files.writeString(
                directory.resolve("cmd.sh"),
                script(
                        Installation.current(),
                        reproduce(plan.cell(), Target.fromAnywhere(plan.target().id()))));
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
    }

    /** Without a checkout the launcher is wherever the reader has one. */
    static String script(Installation here, String command) {
        String launcher = Target.quoted(here.home().resolve("harness-scripts").toString());
        String path = here.checkedOut() ? "PATH=" + launcher + ":\"$PATH\"\n" : "";
        return "#!/bin/sh\n" + path + "exec " + command + " \"$@\"\n";
    }

    /** The live databases are in the copies; of a pass the history says it all. */
    private static void tidy(Path directory, boolean keep) throws IOException {
        Directories.delete(directory.resolve("live"));
        Directories.delete(directory.resolve("tmp"));
        if (!keep) {
            Directories.keepOnly(directory, KEPT_OF_A_PASS, RUNNING);
        }
    }
}
