package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.matrix.shard.Portion;
import dev.crashharness.orchestrator.matrix.stop.Brake;
import dev.crashharness.orchestrator.matrix.stop.Reason;
import dev.crashharness.orchestrator.matrix.stop.StoppableThreads;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.RunFacts;
import dev.crashharness.orchestrator.report.run.TestedTarget;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Runs all cells of a matrix, some at a time, and logs each verdict as it comes.
 *
 * @param directory where everything lies
 * @param verdicts in the order of the plan; of what was not run too
 * @param ran how many cell runs came to a verdict here; others were taken over or not run
 */
public record MatrixRun(RunDirectory directory, List<VerdictRecord> verdicts, int ran, Duration took) {
    public MatrixRun {
        verdicts = List.copyOf(verdicts);
    }

    /** Cells per minute. */
    public double cellsPerMinute() {
        return ran * 60.0 / Math.max(0.001, took.toMillis() / 1000.0);
    }

    /** Runs all of {@code spec} to its end; see {@link #run(MatrixSpec, Portion, Target, Launcher, Brake, Consumer)}. */
    public static MatrixRun run(MatrixSpec spec, Target target, Launcher launcher, Consumer<VerdictRecord> finished)
            throws IOException, InterruptedException, StageException {
        Portion whole =
                Portion.whole(spec.cells().stream().map(PlannedCell::cell).toList());
        return run(spec, whole, target, launcher, Brake.unlimited(), finished);
    }

    /**
     * Runs {@code spec} against {@code target}. What the portion takes over from an earlier run is copied and not run.
     *
     * @param brake stops it before its end; what was not run then is logged as such
     * @param finished is told of each verdict that came here, and of each cell that was not run, on one thread at a time
     */
    public static MatrixRun run(
            MatrixSpec spec,
            Portion portion,
            Target target,
            Launcher launcher,
            Brake brake,
            Consumer<VerdictRecord> finished)
            throws IOException, InterruptedException, StageException {
        long startNs = System.nanoTime();
        RunDirectory directory = spec.latest()
                ? RunDirectory.create(spec.out(), spec.name(), Instant.now())
                : RunDirectory.aside(spec.out(), spec.name(), Instant.now());
        writePlan(spec, portion, target, directory);
        List<VerdictRecord> verdicts = new ArrayList<>();
        int ran;
        try (VerdictLog log = VerdictLog.create(directory.verdicts());
                Reporting reports = Reporting.begin(directory)) {
            Consumer<VerdictRecord> told = verdict -> {
                if (append(reports, log, verdict)) {
                    verdicts.add(verdict);
                    finished.accept(verdict);
                }
            };
            for (VerdictRecord verdict : takenOver(portion, directory)) {
                append(reports, log, verdict);
                verdicts.add(verdict);
            }
            List<MatrixSpec.Run> runs = spec.without(verdicts);
            if (!runs.isEmpty()) {
                Optional<Bench> bench = brake.whileWorking(() -> {
                    SetUp.run(target, launcher, directory.path().resolve("setup"));
                    return Bench.prepare(target, launcher, cells(runs), directory.templates());
                });
                if (bench.isPresent()) {
                    runAll(spec, runs, bench.get(), directory, brake, told);
                }
            }
            ran = verdicts.size() - portion.finished().size();
            spec.without(verdicts).stream()
                    .map(run -> Examination.notRun(run, target, brake.reason().orElseThrow()))
                    .forEach(told);
        }
        Directories.delete(directory.templates());
        verdicts.sort(inOrderOf(spec));
        return new MatrixRun(directory, verdicts, ran, Duration.ofNanos(System.nanoTime() - startNs));
    }

    private static List<Cell> cells(List<MatrixSpec.Run> runs) {
        return runs.stream().map(run -> run.planned().cell()).toList();
    }

    private static Comparator<VerdictRecord> inOrderOf(MatrixSpec spec) {
        Map<String, Integer> order = new HashMap<>();
        spec.cells().forEach(planned -> order.putIfAbsent(planned.cell().print(), order.size()));
        return Comparator.comparingInt(verdict -> order.getOrDefault(verdict.cell(), 0));
    }

    /** The evidence first: a verdict that is logged has it. */
    private static List<VerdictRecord> takenOver(Portion portion, RunDirectory directory) throws IOException {
        for (VerdictRecord verdict : portion.finished()) {
            directory.takeOver(portion.earlier().orElseThrow().path(), verdict);
        }
        return portion.finished();
    }

    private static void runAll(
            MatrixSpec spec,
            List<MatrixSpec.Run> runs,
            Bench bench,
            RunDirectory directory,
            Brake brake,
            Consumer<VerdictRecord> finished)
            throws IOException, InterruptedException {
        Object oneAtATime = new Object();
        try (StoppableThreads threads = new StoppableThreads(spec.jobs(), "cell")) {
            List<Future<?>> futures = new ArrayList<>();
            for (MatrixSpec.Run run : runs) {
                Path evidence = directory.path().resolve(run.dir());
                futures.add(threads.submit(() -> {
                    if (brake.reason().isPresent()) {
                        return null;
                    }
                    Optional<VerdictRecord> verdict = brake.whileWorking(() -> Examination.verdict(
                            run.planned(),
                            bench.plan(run.planned(), evidence, spec.dry()),
                            bench.launcher(),
                            spec.keepAll()));
                    if (verdict.isEmpty()) {
                        Examination.leaveUnfinished(evidence);
                    } else if (!threads.stopping()) {
                        synchronized (oneAtATime) {
                            finished.accept(verdict.get());
                        }
                        if (spec.failFast() && isUnexpected(verdict.get(), bench.target())) {
                            brake.press(Reason.FAIL_FAST);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> future : futures) {
                await(future);
            }
        }
    }

    private static boolean isUnexpected(VerdictRecord verdict, Target target) {
        return verdict.verdict() != Verdict.PASS
                && target.criteria()
                        .knownDefect()
                        .filter(check -> KnownDefect.is(check, verdict))
                        .isEmpty();
    }

    private static void await(Future<?> future) throws IOException, InterruptedException {
        try {
            future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            if (e.getCause() instanceof UncheckedIOException io) {
                throw io;
            }
            throw new IllegalStateException("a cell could not be run: " + e.getCause(), e.getCause());
        }
    }

    private static boolean append(Reporting reports, VerdictLog log, VerdictRecord verdict) {
        try {
            return reports.log(log, verdict);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the verdict of " + verdict.cell() + " could not be written: " + e.getMessage()
                            + "; make room, and go on with matrix --resume",
                    e);
        }
    }

    static void writePlan(MatrixSpec spec, Portion portion, Target target, RunDirectory directory) throws IOException {
        List<String> lines = new ArrayList<>();
        for (PlannedCell planned : spec.cells()) {
            lines.add(Json.MAPPER.writeValueAsString(planned.line()));
        }
        Files.write(directory.plan(), lines);
        Files.write(directory.matrix(), Portion.yaml(spec.name(), portion.matrix()));
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("v", 1);
        run.put("run", directory.id());
        run.put("matrix", spec.name());
        run.put("started_at", Instant.now().toString());
        run.put("cells", spec.runs());
        run.put("jobs", spec.jobs());
        run.put("repeat", spec.repeat());
        run.put("seed", spec.seed());
        run.put("dry_kill", spec.dry());
        run.put("target", target.id());
        run.putAll(TestedTarget.of(target).facts());
        run.putAll(RunFacts.here());
        // An engine defect must not look like the worker's: the version is on record.
        run.put("sqlite", org.sqlite.SQLiteJDBCLoader.getVersion());
        run.putAll(portion.facts());
        Files.writeString(
                directory.run(), Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(run) + "\n");
    }
}
