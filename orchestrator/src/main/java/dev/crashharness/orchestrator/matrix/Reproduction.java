package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One cell run by itself, with everything kept.
 *
 * @param directory the run's own
 * @param evidence where the cell's lies
 */
public record Reproduction(Examination examination, RunDirectory directory, Path evidence) {
    private static final String NAME = "reproduce";

    /** How a person wants to look at it: what happens while a process is parked, and how long the cell may take. */
    public record Look(Hold hold, Duration deadline) {}

    /** Runs {@code planned} in a run directory of its own below {@code out}. */
    public static Reproduction run(PlannedCell planned, Target target, Launcher launcher, Path out, Look look)
            throws IOException, InterruptedException, StageException {
        RunDirectory directory = RunDirectory.aside(out, NAME, Instant.now());
        MatrixSpec spec =
                new MatrixSpec(NAME, List.of(planned), out, 1, 1, true, false, false, MatrixSpec.USUAL_SEED, false);
        Examination examination;
        try (OpenRun run = OpenRun.begin(spec, directory, target, launcher)) {
            examination = run.run(planned, plan -> plan.held(look.hold(), look.deadline()));
        }
        return new Reproduction(examination, directory, directory.cell(planned.cell(), 0));
    }
}
