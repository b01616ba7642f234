package dev.crashharness.orchestrator.cli;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.cli.harness.Harness;
import dev.crashharness.orchestrator.cli.harness.Matrices;
import dev.crashharness.orchestrator.cli.harness.UsageException;
import dev.crashharness.orchestrator.cli.run.RunOptions;
import dev.crashharness.orchestrator.cli.run.RunPrinter;
import dev.crashharness.orchestrator.cli.run.Selection;
import dev.crashharness.orchestrator.cli.run.Signals;
import dev.crashharness.orchestrator.cli.run.Summary;
import dev.crashharness.orchestrator.cli.run.Terminal;
import dev.crashharness.orchestrator.cli.run.Wish;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.MatrixRun;
import dev.crashharness.orchestrator.matrix.MatrixSpec;
import dev.crashharness.orchestrator.matrix.PlannedCell;
import dev.crashharness.orchestrator.matrix.file.MatrixFile;
import dev.crashharness.orchestrator.matrix.stop.Brake;
import dev.crashharness.orchestrator.matrix.stop.Reason;
import dev.crashharness.orchestrator.report.Totals;
import dev.crashharness.orchestrator.schedule.plan.CellFilter;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    static final int MOST_JOBS = 64;
    private static final int MOST_REPEATS = 1000;

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
            names = "--dry-kill",
            description = "Announce each fault and carry out none: every cell with a kill must end INCONCLUSIVE.")
    private boolean dryKill;

    @Option(
            names = "--target",
            paramLabel = "ID",
            defaultValue = Target.BUNDLED,
            description = "What is put under test (default: ${DEFAULT-VALUE}).")
    private String target;

    @Mixin
    private RunOptions options;

    @Override
    public Integer call() throws IOException, InterruptedException, StageException {
        requireRange("--jobs", jobs, MOST_JOBS);
        requireRange("--repeat", repeat, MOST_REPEATS);
        Brake brake = Brake.after(options.budget());
        Selection selection = Selection.of(wish(), System.getenv());
        selection.notes().forEach(this::say);
        if (selection.portion().matrix().isEmpty()) {
            say(selection.empty());
            return ExitCode.NO_CELLS;
        }
        try (Harness harness = Harness.open();
                Signals signals = Signals.listen(brake, this::say)) {
            MatrixRun run = run(selection, harness, brake);
            Totals totals = Totals.of(run.verdicts(), run.verdicts().size());
            if (format == Format.HUMAN) {
                new Summary(run.verdicts(), facts(run, totals), totals)
                        .print(spec.commandLine().getOut());
            }
            boolean outOfTime =
                    brake.reason().filter(Reason.TIME_BUDGET::equals).isPresent() && totals.count(Verdict.NOT_RUN) > 0;
            return ExitCode.ofRun(signals.exitCode(), totals.exitCode(), false, outOfTime);
        }
    }

    private Wish wish() {
        return new Wish(
                () -> {
                    MatrixFile file = Matrices.load(name);
                    return new Wish.Loaded(file.name(), PlannedCell.all(file.cells()));
                },
                new CellFilter(filter),
                target,
                repeat,
                dryKill,
                out,
                options,
                Wish.typed(spec.commandLine().getParseResult()));
    }

    private MatrixRun run(Selection selection, Harness harness, Brake brake)
            throws IOException, InterruptedException, StageException {
        MatrixSpec matrix = new MatrixSpec(
                selection.name(),
                selection.cells(),
                out,
                jobs,
                selection.repeat(),
                keep == Keep.ALL,
                selection.dry(),
                failFast,
                true);
        RunPrinter printer = printer(selection);
        try {
            return MatrixRun.run(
                    matrix,
                    selection.portion(),
                    harness.targets().find(selection.target()),
                    harness.launcher(),
                    brake,
                    printer);
        } finally {
            printer.finish();
        }
    }

    private RunPrinter printer(Selection selection) {
        PrintWriter print = spec.commandLine().getOut();
        if (format == Format.JSONL) {
            return RunPrinter.json(print);
        }
        selection.lead().forEach(print::println);
        return RunPrinter.human(print, Terminal.of(System.getenv()), selection.runs(), selection.cost());
    }

    private static List<String> facts(MatrixRun run, Totals totals) {
        List<String> facts = new ArrayList<>();
        Path directory = run.directory().path();
        if (totals.count(Verdict.NOT_RUN) > 0) {
            facts.add("run the rest with: crash-harness matrix --resume '" + directory + "'");
        }
        facts.add(Summary.evidence(directory));
        facts.add(String.format(
                Locale.ROOT,
                "%s, %.1f s, %.1f cells per minute",
                Summary.kills(run.verdicts()),
                run.took().toMillis() / 1000.0,
                run.cellsPerMinute()));
        return facts;
    }

    private void say(String what) {
        spec.commandLine().getErr().println("crash-harness: " + what);
    }

    private static void requireRange(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new UsageException(option + " is " + value + ", expected 1 to " + most);
        }
    }
}
