package dev.crashharness.orchestrator.doctor.target;

import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.doctor.rule.Finding;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.Bench;
import dev.crashharness.orchestrator.matrix.Examination;
import dev.crashharness.orchestrator.matrix.MatrixSpec;
import dev.crashharness.orchestrator.matrix.OpenRun;
import dev.crashharness.orchestrator.matrix.RunDirectory;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.process.trace.Strace;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.target.Installation;
import dev.crashharness.orchestrator.target.Syscalls;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.publisher.protocol.Contract;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Examines a target with at most four real runs: undisturbed, killed at its first point, stopped and continued there, and
 * left alone there.
 *
 * @param out below which the evidence is kept
 */
public record TargetDoctor(Target target, Launcher launcher, Path out) {
    private static final String NAME = "doctor";

    /** How long a worker has to stand at its point. */
    private static final Duration WATCHED = Duration.ofSeconds(1);

    /**
     * What was found, in the order in which it is to be mended.
     *
     * @param evidence where the runs lie
     */
    public record Report(List<Finding> findings, Path evidence) {}

    /** Runs the target and says what is wrong with it. */
    public Report examine() throws IOException, InterruptedException, StageException {
        Conduct conduct = new Conduct(target);
        List<Finding> findings = new ArrayList<>();
        Syscalls sys = target.scope().sys();
        if (!sys.isEmpty()) {
            findings.add(conduct.tracing(Strace.obstacle(Installation.searchPath(), sys.names())));
        }
        List<PlannedCell> cells = cells(target);
        MatrixSpec spec = new MatrixSpec(NAME, cells, out, 1, 1, true, false, false, MatrixSpec.USUAL_SEED, false);
        RunDirectory directory = RunDirectory.aside(out, NAME, Instant.now());
        try (OpenRun run = OpenRun.begin(spec, directory, target, launcher)) {
            Examination clean = run.run(cells.get(0));
            findings.addAll(conduct.readiness(clean.history()));
            findings.addAll(conduct.protocol(clean.history()));
            findings.addAll(conduct.flood(clean.history()));
            findings.addAll(conduct.announcements(clean.history()));
            findings.addAll(conduct.condition(clean.history()));
            findings.add(conduct.cleanRun(clean.verdict(), directory.path()));
            if (clean.verdict().verdict() == Verdict.PASS && cells.size() > 1) {
                findings.add(conduct.blocking(watched(run, cells.get(1)).verdict()));
                findings.add(conduct.continuing(run.run(cells.get(2)).verdict()));
                orphaned(directory.path()).map(conduct::orphaned).ifPresent(findings::add);
            }
        }
        return new Report(findings, directory.path());
    }

    /** It is killed only after a while, so that one that does not wait has time to show it. */
    private static Examination watched(OpenRun run, PlannedCell planned) throws IOException, InterruptedException {
        Hold hold = parked -> LockSupport.parkNanos(WATCHED.toNanos());
        return run.run(planned, plan -> plan.held(hold, plan.deadline()));
    }

    private Optional<Boolean> orphaned(Path directory) throws IOException, InterruptedException, StageException {
        Cell cell = Cell.parse(contract(target) + "/none");
        Bench bench = Bench.prepare(target, launcher, List.of(cell), directory.resolve("orphan-templates"));
        return Orphan.ends(target, launcher, directory.resolve("orphan"), bench.template(cell));
    }

    /** One without a fault and, where the target has a point at which a first fault can fall and be a pause, those there. */
    static List<PlannedCell> cells(Target target) {
        Stream<String> faults = target.scope().of(Actor.WORKER).stream()
                .filter(point -> !point.locksStore() && Conduct.isPassedByACleanRun(point))
                .map(Point::id)
                .limit(1)
                .flatMap(point -> Stream.of("worker@" + point, "worker@" + point + "=pause"));
        return Stream.concat(Stream.of("none"), faults)
                .map(schedule -> Cell.parse(contract(target) + "/" + schedule))
                .map(cell -> PlannedCell.of(cell, target.criteria().documented()))
                .toList();
    }

    /** The first of the target's contracts, one that dedups if there is one. */
    static String contract(Target target) {
        return Contract.ids().stream()
                .filter(id -> target.scope()
                        .contracts()
                        .contains(Contract.of(id).orElseThrow().kind()))
                .findFirst()
                .orElseThrow();
    }
}
