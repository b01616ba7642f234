package dev.crashharness.orchestrator.selftest;

import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.MatrixRun;
import dev.crashharness.orchestrator.matrix.MatrixSpec;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.Targets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Two runs for each planted bug: without the fault it passes, and under its schedule it breaks the named check and no other
 * first. And three controls: the correct program passes under the same schedules; with the kill disabled they prove
 * nothing; and a point that is never reached proves nothing.
 */
public final class SelfTest {
    /** Nothing comes before it that would have to be recovered, so that nobody ever looks up; planning refuses it. */
    static final Cell NEVER_REACHED = Cell.parse("dedup-query/worker@after_lookup");

    private final Targets targets;
    private final Launcher launcher;
    private final Path out;
    private final int jobs;
    private final List<Planted> bugs;

    public SelfTest(Targets targets, Launcher launcher, Path out, int jobs) {
        this(targets, launcher, out, jobs, Planted.ALL);
    }

    SelfTest(Targets targets, Launcher launcher, Path out, int jobs, List<Planted> bugs) {
        this.targets = targets;
        this.launcher = launcher;
        this.out = out;
        this.jobs = jobs;
        this.bugs = List.copyOf(bugs);
    }

    /**
     * Runs everything.
     *
     * @param done is told of each run when it has ended, on one thread at a time
     */
    public List<Line> run(Consumer<Line> done) throws IOException, InterruptedException, StageException {
        List<Line> lines = new ArrayList<>();
        Consumer<Line> each = line -> {
            lines.add(line);
            done.accept(line);
        };
        List<PlannedCell> schedules =
                bugs.stream().map(Planted::cell).distinct().map(PlannedCell::of).toList();
        Target correct = targets.bundled();
        run(correct, schedules, false, found -> each.accept(nullControl(found)));
        for (Planted planted : bugs) {
            List<PlannedCell> pair = List.of(PlannedCell.of(planted.withoutFault()), PlannedCell.of(planted.cell()));
            run(targets.find(planted.target()), pair, false, found -> each.accept(caught(planted, found)));
        }
        run(correct, schedules, true, found -> each.accept(dryControl(found)));
        List<PlannedCell> never = List.of(PlannedCell.neverReached(NEVER_REACHED));
        run(correct, never, false, found -> each.accept(unreachableControl(found)));
        return lines;
    }

    private static Line nullControl(VerdictRecord found) {
        return new Line("null", "control: no bug is planted", Verdict.PASS, "", found);
    }

    private static Line caught(Planted planted, VerdictRecord found) {
        boolean withFault = found.cell().equals(planted.cell().print());
        return withFault
                ? new Line(planted.bug(), planted.change(), Verdict.VIOLATION, planted.check(), found)
                : new Line(planted.bug(), planted.change(), Verdict.PASS, "", found);
    }

    private static Line dryControl(VerdictRecord found) {
        return new Line("dry", "control: the kill is disabled", Verdict.INCONCLUSIVE, "kill_landed", found);
    }

    private static Line unreachableControl(VerdictRecord found) {
        String what = "control: a point that is never reached";
        return new Line("unreachable", what, Verdict.INCONCLUSIVE, "point_reached", found);
    }

    private void run(Target target, List<PlannedCell> cells, boolean dry, Consumer<VerdictRecord> finished)
            throws IOException, InterruptedException, StageException {
        MatrixSpec spec =
                new MatrixSpec("selftest", cells, out, jobs, 1, false, dry, false, MatrixSpec.USUAL_SEED, false);
        MatrixRun.run(spec, target, launcher, finished);
    }
}
