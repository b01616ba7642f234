package dev.crashharness.orchestrator.cli;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.cli.harness.Harness;
import dev.crashharness.orchestrator.cli.harness.Matrices;
import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.MatrixRun;
import dev.crashharness.orchestrator.matrix.MatrixSpec;
import dev.crashharness.orchestrator.matrix.PlannedCell;
import dev.crashharness.orchestrator.matrix.file.MatrixFile;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.report.SummaryTable;
import dev.crashharness.orchestrator.report.Totals;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.plan.CellFilter;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a matrix of cells. */
@Command(
        name = "matrix",
        description = "Run a matrix: many cells, each with real processes and real faults.",
        mixinStandardHelpOptions = true)
final class MatrixCommand implements Callable<Integer> {
    enum Keep {
        FAILED,
        ALL
    }

    enum Format {
        HUMAN,
        JSONL
    }

    static final int MOST_JOBS = 64;
    private static final int MOST_REPEATS = 1000;
    private static final int MOST_SHRUNK = 100;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", defaultValue = "smoke", paramLabel = "NAME|FILE", description = Matrices.DESCRIPTION)
    private String name;

    @Option(names = "--jobs", paramLabel = "N", description = "Cells at a time (default: the number of processors).")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "crash-results",
            converter = OutDirectory.class,
            description = "Where the run directory goes (default: ${DEFAULT-VALUE}).")
    private Path out;

    @Option(
            names = "--filter",
            paramLabel = "GLOB",
            defaultValue = "*",
            description = "Only cells whose id matches; * matches any text, / too.")
    private String filter;

    @Option(names = "--repeat", paramLabel = "N", defaultValue = "1", description = "Run each cell N times.")
    private int repeat;

    @Option(
            names = "--keep",
            paramLabel = "failed|all",
            defaultValue = "failed",
            description = "Whose databases, logs and events are kept (default: ${DEFAULT-VALUE}).")
    private Keep keep;

    @Option(
            names = "--format",
            paramLabel = "human|jsonl",
            defaultValue = "human",
            description = "What is printed (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Option(names = "--fail-fast", description = "Start no further cell after one that did not pass.")
    private boolean failFast;

    @Option(
            names = "--shrink",
            paramLabel = "N",
            defaultValue = "3",
            description = {
                "For the first N violations of several faults or settings, look for the shortest cell that still fails",
                "(default: ${DEFAULT-VALUE}). Their verdicts stand whatever is found."
            })
    private int shrink;

    @Option(names = "--no-shrink", description = "The same as --shrink 0.")
    private boolean noShrink;

    @Option(
            names = "--dry-kill",
            description = "Announce each fault and carry out none: every cell with a kill must end INCONCLUSIVE.")
    private boolean dryKill;

    @Option(
            names = "--target",
            paramLabel = "ID",
            defaultValue = Target.BUNDLED,
            description = "What is put under test (default: ${DEFAULT-VALUE}).")
    private String target;

    @Option(names = "--seed", paramLabel = "N", description = Matrices.SEED)
    private long seed = MatrixSpec.USUAL_SEED;

    @Override
    public Integer call() throws IOException, InterruptedException, StageException {
        requireRange("--jobs", jobs, 1, MOST_JOBS);
        requireRange("--repeat", repeat, 1, MOST_REPEATS);
        requireRange("--shrink", shrink, 0, MOST_SHRUNK);
        CellFilter wanted = new CellFilter(filter);
        MatrixFile file = Matrices.load(name);
        List<PlannedCell> cells = PlannedCell.all(file, seed).stream()
                .filter(planned -> wanted.matches(planned.cell()))
                .toList();
        PrintWriter out = spec.commandLine().getOut();
        if (cells.isEmpty()) {
            spec.commandLine().getErr().println("crash-harness: no cell of " + name + " matches '" + filter + "'");
            return ExitCode.NO_CELLS;
        }
        if (format == Format.HUMAN && !file.samples().isEmpty()) {
            out.println("samples drawn with --seed " + seed);
        }
        try (Harness harness = Harness.open()) {
            MatrixSpec matrix = new MatrixSpec(
                    file.name(), cells, this.out, jobs, repeat, keep == Keep.ALL, dryKill, failFast, seed, true);
            MatrixRun run = run(matrix, harness.targets().find(target), harness.launcher());
            Totals totals = Totals.of(run.verdicts(), matrix.runs());
            GithubActions.of(System.getenv())
                    .tell(
                            run.directory().path(),
                            format == Format.HUMAN ? out : spec.commandLine().getErr());
            if (format == Format.HUMAN) {
                summarize(out, run, totals);
            }
            return totals.exitCode();
        }
    }

    private void print(PrintWriter out, VerdictRecord verdict) {
        if (format == Format.JSONL) {
            out.println(json(verdict));
        } else {
            String end = verdict.observed() == null ? "" : verdict.observed().brief();
            out.printf(
                    Locale.ROOT,
                    "%-12s %6d ms  %s  %s%n",
                    verdict.verdict(),
                    verdict.durationMs(),
                    verdict.cell(),
                    end);
            if (verdict.verdict() != Verdict.PASS) {
                out.println("             " + verdict.reason() + ": " + verdict.message());
                out.println("             " + verdict.reproduce());
            }
        }
        out.flush();
    }

    private MatrixRun run(MatrixSpec matrix, Target tested, Launcher launcher)
            throws IOException, InterruptedException, StageException {
        AtomicInteger finished = new AtomicInteger();
        AtomicBoolean running = new AtomicBoolean(true);
        // Ctrl-C leaves a true partial log behind; say where.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            if (running.get()) {
                                System.err.println("crash-harness: interrupted after " + finished.get() + " of "
                                        + matrix.runs() + " cells; evidence: " + out.resolve("latest"));
                            }
                        },
                        "interrupted"));
        try {
            MatrixRun run = MatrixRun.run(matrix, tested, launcher, verdict -> {
                finished.incrementAndGet();
                print(spec.commandLine().getOut(), verdict);
            });
            new ShrinkPrinter(spec.commandLine(), tested, launcher, format == Format.JSONL)
                    .shrink(run.verdicts(), run.directory(), noShrink || dryKill ? 0 : shrink);
            return run;
        } finally {
            running.set(false);
        }
    }

    private static void summarize(PrintWriter out, MatrixRun run, Totals totals) {
        out.println();
        SummaryTable.lines(run.verdicts()).forEach(out::println);
        out.println();
        long kills =
                run.verdicts().stream().mapToLong(VerdictRecord::killsLanded).sum();
        out.println("evidence: " + run.directory().path());
        out.println("report:   " + run.directory().path().resolve("report.html"));
        out.printf(
                Locale.ROOT,
                "%d kills landed, %.1f s, %.1f cells per minute%n",
                kills,
                run.took().toMillis() / 1000.0,
                run.cellsPerMinute());
        out.println(totals.split());
        out.println(totals.line());
        out.flush();
    }

    private static void requireRange(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new UsageException(option + " is " + value + ", expected " + least + " to " + most);
        }
    }

    private static String json(VerdictRecord verdict) {
        try {
            return Json.MAPPER.writeValueAsString(verdict);
        } catch (IOException e) {
            throw new UncheckedIOException("a verdict cannot be printed", e);
        }
    }
}
