package dev.crashharness.orchestrator.cli;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cli.harness.Destination;
import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.cli.harness.GithubActions;
import dev.crashharness.orchestrator.cli.harness.JobsOption;
import dev.crashharness.orchestrator.cli.harness.Matrices;
import dev.crashharness.orchestrator.cli.harness.TargetOption;
import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.cli.run.RunOptions;
import dev.crashharness.orchestrator.cli.run.RunPrinter;
import dev.crashharness.orchestrator.cli.run.Selection;
import dev.crashharness.orchestrator.cli.run.Signals;
import dev.crashharness.orchestrator.cli.run.Summary;
import dev.crashharness.orchestrator.cli.run.Wish;
import dev.crashharness.orchestrator.harness.Harness;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.MatrixRun;
import dev.crashharness.orchestrator.matrix.MatrixSpec;
import dev.crashharness.orchestrator.matrix.file.MatrixFile;
import dev.crashharness.orchestrator.matrix.plan.Fitting;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.matrix.stop.Brake;
import dev.crashharness.orchestrator.matrix.stop.Reason;
import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.Totals;
import dev.crashharness.orchestrator.schedule.plan.CellFilter;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    private static final int MOST_REPEATS = 1000;
    private static final int MOST_SHRUNK = 100;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            defaultValue = "smoke",
            paramLabel = "NAME|FILE",
            completionCandidates = Matrices.Names.class,
            description = Matrices.DESCRIPTION)
    private String name;

    @Mixin
    private JobsOption jobs;

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

    @Mixin
    private TargetOption target;

    @Option(names = "--seed", paramLabel = "N", description = Matrices.SEED)
    private long seed = MatrixSpec.USUAL_SEED;

    @Mixin
    private RunOptions options;

    @Override
    public Integer call() throws IOException, InterruptedException, StageException {
        jobs.check();
        requireRange("--repeat", repeat, 1, MOST_REPEATS);
        requireRange("--shrink", shrink, 0, MOST_SHRUNK);
        Brake brake = Brake.after(options.budget());
        Selection selection = Selection.of(wish(target.planning()), System.getenv());
        selection.notes().forEach(this::say);
        if (selection.portion().matrix().isEmpty()) {
            say(selection.empty());
            return ExitCode.NO_CELLS;
        }
        Destination.require("--out", out);
        Harness.requireTracer(
                Harness.planning(selection.target()), selection.cells().stream().map(PlannedCell::cell));
        try (Harness harness = Harness.open()) {
            Target tested = harness.target(selection.target());
            MatrixRun run;
            OptionalInt signal;
            Optional<Reason> stopped;
            try (Signals signals = Signals.listen(brake, this::say)) {
                run = signals.winOver(() -> run(selection, tested, harness, brake));
                stopped = brake.reason().filter(reason -> reason != Reason.FAIL_FAST);
                if (stopped.isEmpty() && tested.criteria().knownDefect().isEmpty()) {
                    shrink(selection, run, tested, harness, brake);
                }
                signal = signals.exitCode();
            }
            Totals totals = Totals.of(run.verdicts(), run.verdicts().size());
            Optional<KnownDefect> known = tested.criteria()
                    .knownDefect()
                    .map(check -> KnownDefect.of(
                            check, run.verdicts(), selection.portion().shard().isPresent()));
            tell(run, totals, known);
            boolean left = totals.count(Verdict.NOT_RUN) > 0 && stopped.isPresent();
            int verdicts =
                    known.map(defect -> defect.exitCode(totals.exitCode())).orElse(totals.exitCode());
            return ExitCode.ofRun(signal, verdicts, false, left);
        }
    }

    /** The verdicts are in the log by now: a signal costs nothing but what was not tried yet. */
    private void shrink(Selection selection, MatrixRun run, Target tested, Harness harness, Brake brake)
            throws InterruptedException {
        new ShrinkPrinter(spec.commandLine(), tested, harness.launcher(), brake, format == Format.JSONL)
                .shrink(run.verdicts(), run.directory(), noShrink || selection.dry() ? 0 : shrink);
    }

    private void tell(MatrixRun run, Totals totals, Optional<KnownDefect> known) throws IOException {
        PrintWriter print = spec.commandLine().getOut();
        GithubActions.of(System.getenv())
                .tell(
                        run.directory().path(),
                        format == Format.HUMAN ? print : spec.commandLine().getErr());
        if (format == Format.HUMAN) {
            Summary.of(run, totals, known).print(print);
        }
    }

    private Wish wish(Target tested) {
        return new Wish(
                () -> {
                    MatrixFile file = Matrices.load(name);
                    if (format == Format.HUMAN && !file.samples().isEmpty()) {
                        spec.commandLine().getOut().println("samples drawn with --seed " + seed);
                    }
                    Fitting fitting = Fitting.of(file, seed, tested);
                    return new Wish.Loaded(file.name(), fitting.cells(), fitting.notes());
                },
                new CellFilter(filter),
                tested,
                repeat,
                dryKill,
                seed,
                out,
                options,
                Wish.typed(spec.commandLine().getParseResult()));
    }

    private MatrixRun run(Selection selection, Target tested, Harness harness, Brake brake)
            throws IOException, InterruptedException, StageException {
        MatrixSpec matrix = new MatrixSpec(
                selection.name(),
                selection.cells(),
                out,
                jobs.count(),
                selection.repeat(),
                keep == Keep.ALL,
                selection.dry(),
                failFast,
                selection.seed(),
                true);
        RunPrinter printer = RunPrinter.of(selection, spec.commandLine().getOut(), format == Format.JSONL);
        try {
            return MatrixRun.run(matrix, selection.portion(), tested, harness.launcher(), brake, printer);
        } finally {
            printer.finish();
        }
    }

    private void say(String what) {
        spec.commandLine().getErr().println("crash-harness: " + what);
    }

    private static void requireRange(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new UsageException(option + " is " + value + ", expected " + least + " to " + most);
        }
    }
}
