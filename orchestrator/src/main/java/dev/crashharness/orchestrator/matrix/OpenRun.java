package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.cell.CellPlan;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.matrix.shard.Portion;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.report.VerdictLog;
import dev.crashharness.orchestrator.report.files.ReportFiles;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** A run directory whose cells somebody else runs one by one; its reports are written when it is closed. */
public final class OpenRun implements AutoCloseable {
    private final MatrixSpec spec;
    private final RunDirectory directory;
    private final Bench bench;
    private final VerdictLog log;

    private OpenRun(MatrixSpec spec, RunDirectory directory, Bench bench, VerdictLog log) {
        this.spec = spec;
        this.directory = directory;
        this.bench = bench;
        this.log = log;
    }

    /** Writes the plan of {@code spec} into {@code directory} and prepares what its cells start from. */
    public static OpenRun begin(MatrixSpec spec, RunDirectory directory, Target target, Launcher launcher)
            throws IOException, InterruptedException, StageException {
        Portion whole =
                Portion.whole(spec.cells().stream().map(PlannedCell::cell).toList());
        MatrixRun.writePlan(spec, whole, target, directory);
        SetUp.run(target, launcher, directory.path().resolve("setup"));
        Bench bench = Bench.prepare(
                target, launcher, spec.cells().stream().map(PlannedCell::cell).toList(), directory.templates());
        return new OpenRun(spec, directory, bench, VerdictLog.create(directory.verdicts()));
    }

    /** Where everything lies. */
    public RunDirectory directory() {
        return directory;
    }

    /** Where the evidence of {@code planned} lies. */
    public Path evidence(PlannedCell planned) {
        return directory.cell(planned.cell(), 0);
    }

    /** Runs {@code planned}, logs its verdict and returns it with what it was judged by. */
    public Examination run(PlannedCell planned) throws IOException, InterruptedException {
        return run(planned, plan -> plan);
    }

    /** As {@link #run(PlannedCell)}, with a plan that is changed before it is carried out. */
    public Examination run(PlannedCell planned, UnaryOperator<CellPlan> change)
            throws IOException, InterruptedException {
        CellPlan plan = change.apply(bench.plan(planned, evidence(planned), spec.dry()));
        Examination examination = Examination.of(planned, plan, bench.launcher(), spec.keepAll());
        synchronized (log) {
            log.append(examination.verdict());
        }
        return examination;
    }

    @Override
    public void close() throws IOException {
        log.close();
        Directories.delete(directory.templates());
        ReportFiles.write(SavedRun.open(directory.path()), directory.path());
    }
}
