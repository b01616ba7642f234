package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.cell.CellPlan;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.RunFacts;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Runs all cells of a matrix, some at a time, and logs each verdict as it comes.
 *
 * @param directory where everything lies
 * @param verdicts in the order of the plan
 */
public record MatrixRun(RunDirectory directory, List<VerdictRecord> verdicts, Duration took) {
    public MatrixRun {
        verdicts = List.copyOf(verdicts);
    }

    /** Cells per minute. */
    public double cellsPerMinute() {
        return verdicts.size() * 60.0 / Math.max(0.001, took.toMillis() / 1000.0);
    }

    /**
     * Runs {@code spec} against {@code target}.
     *
     * @param finished is told of each verdict, on one thread at a time
     */
    public static MatrixRun run(MatrixSpec spec, Target target, Launcher launcher, Consumer<VerdictRecord> finished)
            throws IOException, InterruptedException, StageException {
        long startNs = System.nanoTime();
        RunDirectory directory = spec.latest()
                ? RunDirectory.create(spec.out(), spec.name(), Instant.now())
                : RunDirectory.aside(spec.out(), spec.name(), Instant.now());
        writePlan(spec, target, directory);
        Bench bench = Bench.prepare(
                target, launcher, spec.cells().stream().map(PlannedCell::cell).toList(), directory.templates());
        Map<String, Integer> order = new HashMap<>();
        spec.cells().forEach(planned -> order.putIfAbsent(planned.cell().print(), order.size()));
        List<VerdictRecord> verdicts = new ArrayList<>();
        try (VerdictLog log = VerdictLog.create(directory.verdicts());
                Reporting reports = Reporting.begin(directory)) {
            runAll(spec, bench, directory, verdict -> {
                if (append(reports, log, verdict)) {
                    verdicts.add(verdict);
                    finished.accept(verdict);
                }
            });
        }
        Directories.delete(directory.templates());
        verdicts.sort(Comparator.comparingInt(verdict -> order.getOrDefault(verdict.cell(), 0)));
        return new MatrixRun(directory, verdicts, Duration.ofNanos(System.nanoTime() - startNs));
    }

    private static void runAll(MatrixSpec spec, Bench bench, RunDirectory directory, Consumer<VerdictRecord> finished)
            throws IOException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(spec.jobs(), runnable -> {
            Thread thread = new Thread(runnable, "cell");
            thread.setDaemon(true);
            return thread;
        });
        AtomicBoolean stop = new AtomicBoolean();
        Object oneAtATime = new Object();
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int repetition = 0; repetition < spec.repeat(); repetition++) {
                for (PlannedCell planned : spec.cells()) {
                    Path evidence = directory.cell(planned.cell(), repetition);
                    futures.add(pool.submit(() -> {
                        if (!stop.get()) {
                            CellPlan plan = bench.plan(planned, evidence, spec.dry());
                            VerdictRecord verdict =
                                    Examination.verdict(planned, plan, bench.launcher(), spec.keepAll());
                            synchronized (oneAtATime) {
                                finished.accept(verdict);
                            }
                            stop.compareAndSet(false, spec.failFast() && verdict.verdict() != Verdict.PASS);
                        }
                        return null;
                    }));
                }
            }
            for (Future<?> future : futures) {
                await(future);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static void await(Future<?> future) throws IOException, InterruptedException {
        try {
            future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            throw new IllegalStateException("a cell could not be run: " + e.getCause(), e.getCause());
        }
    }

    private static boolean append(Reporting reports, VerdictLog log, VerdictRecord verdict) {
        try {
            return reports.log(log, verdict);
        } catch (IOException e) {
            throw new UncheckedIOException("the verdict of " + verdict.cell() + " could not be written", e);
        }
    }

    static void writePlan(MatrixSpec spec, Target target, RunDirectory directory) throws IOException {
        List<String> lines = new ArrayList<>();
        for (PlannedCell planned : spec.cells()) {
            lines.add(Json.MAPPER.writeValueAsString(planned.line()));
        }
        Files.write(directory.plan(), lines);
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("v", 1);
        run.put("matrix", spec.name());
        run.put("started_at", Instant.now().toString());
        run.put("cells", spec.runs());
        run.put("jobs", spec.jobs());
        run.put("seed", spec.seed());
        run.put("dry_kill", spec.dry());
        run.put("target", target.id());
        run.putAll(RunFacts.here());
        // An engine defect must not look like the worker's: the version is on record.
        run.put("sqlite", org.sqlite.SQLiteJDBCLoader.getVersion());
        Files.writeString(
                directory.run(), Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(run) + "\n");
    }
}
