package dev.crashharness.orchestrator.selftest;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.MatrixRun;
import dev.crashharness.orchestrator.matrix.MatrixSpec;
import dev.crashharness.orchestrator.matrix.PlannedCell;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.Targets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Three runs for each planted bug: the correct program under its schedule passes, the planted bug without the fault
 * passes, and the planted bug under its schedule breaks the named check and no other first. And the same schedules with
 * the kill disabled, which must prove nothing.
 */
public final class SelfTest {
    /**
     * One expectation and what came of it.
     *
     * @param expected the verdict, and the check where one must be named
     */
    public record Line(String target, String bug, String cell, String expected, VerdictRecord found, boolean met) {}

    private final Targets targets;
    private final Launcher launcher;
    private final Path out;
    private final int jobs;

    public SelfTest(Targets targets, Launcher launcher, Path out, int jobs) {
        this.targets = targets;
        this.launcher = launcher;
        this.out = out;
        this.jobs = jobs;
    }

    /** Runs everything. */
    public List<Line> run() throws IOException, InterruptedException, StageException {
        List<Line> lines = new ArrayList<>();
        List<Cell> schedules =
                Planted.ALL.stream().map(Planted::cell).distinct().toList();
        for (VerdictRecord verdict : verdicts(targets.bundled(), schedules, false)) {
            lines.add(line(Target.BUNDLED, "none: the correct program", verdict, Verdict.PASS, null));
        }
        for (Planted planted : Planted.ALL) {
            List<Cell> cells = Stream.of(planted.withoutFault(), planted.cell()).toList();
            for (VerdictRecord verdict : verdicts(targets.find(planted.target()), cells, false)) {
                boolean withFault = verdict.cell().equals(planted.cell().print());
                lines.add(line(
                        planted.target(),
                        planted.what(),
                        verdict,
                        withFault ? Verdict.VIOLATION : Verdict.PASS,
                        withFault ? planted.check() : null));
            }
        }
        for (VerdictRecord verdict : verdicts(targets.bundled(), schedules, true)) {
            lines.add(line(Target.BUNDLED, "none: the kill is disabled", verdict, Verdict.INCONCLUSIVE, "kill_landed"));
        }
        return lines;
    }

    private static Line line(String target, String bug, VerdictRecord found, Verdict verdict, String check) {
        boolean met = found.verdict() == verdict && (check == null || check.equals(found.check()));
        String expected = check == null ? verdict.toString() : verdict + " " + check;
        return new Line(target, bug, found.cell(), expected, found, met);
    }

    private List<VerdictRecord> verdicts(Target target, List<Cell> cells, boolean dry)
            throws IOException, InterruptedException, StageException {
        MatrixSpec spec = new MatrixSpec(
                "selftest",
                cells.stream().map(PlannedCell::of).toList(),
                out,
                jobs,
                1,
                false,
                dry,
                false,
                MatrixSpec.USUAL_SEED,
                false);
        return MatrixRun.run(spec, target, launcher, verdict -> {}).verdicts();
    }
}
