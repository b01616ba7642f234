package dev.crashharness.orchestrator.lab;

import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.cell.session.LifeEnd;
import dev.crashharness.orchestrator.cell.session.Script;
import dev.crashharness.orchestrator.cell.session.Session;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.database.DatabaseCopy;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.lab.turn.Turn;
import dev.crashharness.orchestrator.lab.turn.TurnTakenException;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Journal;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.sqlite.DatabaseRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One worker life on a person's own file. */
public final class LabRun {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration WHILE_HELD = Duration.ofDays(1);

    private final LabFiles files;
    private final Options options;

    /**
     * How to run.
     *
     * @param fault where to kill the worker, if anywhere
     * @param hold what happens between park and kill
     */
    public record Options(Duration lease, Optional<Point> fault, Hold hold) {}

    /**
     * What came of it.
     *
     * @param worker the instance
     * @param owner the name it claimed under
     * @param contract of the task
     * @param state of the task after it
     * @param fault what became of the fault, when one was asked for
     */
    public record Outcome(
            String worker, String owner, LifeEnd end, Contract contract, String state, Optional<FaultOutcome> fault) {}

    public LabRun(LabFiles files, Options options) {
        this.files = files;
        this.options = options;
    }

    /**
     * Runs one worker under {@code target}.
     *
     * @throws DatabaseRefusedException when the file is missing, another's or damaged
     * @throws TurnTakenException when another command is at work on the file
     */
    public Outcome run(Target target, Launcher launcher) throws IOException, InterruptedException, StageException {
        files.requireStore();
        Turn turn = files.takeTurn();
        try {
            return live(target, launcher);
        } finally {
            turn.close();
        }
    }

    private Outcome live(Target target, Launcher launcher) throws IOException, InterruptedException, StageException {
        StoredTask stored = StoredTask.read(files);
        StoreImage.Task task = stored.task();
        StageSpec spec = new StageSpec(
                target,
                launcher,
                files.place(),
                stored.contract(),
                task.task(),
                options.lease(),
                StageSpec.PATIENT,
                Journal.WAL);
        LabRecord before = LabRecord.read(files);
        WorkerSpec worker =
                WorkerSpec.running(before.workers() + 1, "worker-" + (task.generation() + 1), Duration.ZERO);
        try (EventLog log = EventLog.append(files.place().events());
                Session session = Session.open(spec, script(), log)) {
            session.startPublisher();
            LifeEnd end = session.live(worker);
            boolean rested = session.rest();
            session.dismiss();
            if (!rested) {
                throw new StageException("what was under way between worker and publisher did not come to rest");
            }
            if (end instanceof LifeEnd.Killed) {
                copy(before.landedFaults() + 1);
            }
            return new Outcome(
                    worker.instance(),
                    worker.owner(),
                    end,
                    stored.contract(),
                    StoredTask.read(files).task().state(),
                    session.outcomes("it was never reached").stream().findFirst());
        }
    }

    private Script script() {
        List<Fault> faults = options.fault().stream()
                .map(point -> new Fault(Actor.WORKER, Fault.YOUNGEST, point, 1, Action.KILL))
                .toList();
        return new Script(faults, false, options.hold(), options.hold() == Hold.NOT ? DEADLINE : WHILE_HELD);
    }

    private void copy(int fault) throws IOException {
        Path directory = files.directory().resolve("after-" + fault);
        DatabaseCopy.into(directory, files.store());
        DatabaseCopy.into(directory, files.ledger());
    }
}
