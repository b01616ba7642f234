package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.stage.Child;
import dev.crashharness.orchestrator.cell.stage.PersonSpec;
import dev.crashharness.orchestrator.cell.stage.Stage;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.process.pause.Pause;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.own.Question;
import dev.crashharness.publisher.client.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One stage and the lives on it. For one thread; a cell, the lab and the demo are made of these. */
public final class Session implements AutoCloseable {
    private final EventLog log;
    private final Stage stage;
    private final Executioner executioner;
    private final Drive drive;
    private final List<String> survivors = new ArrayList<>();
    private final Set<Long> survivorPids = new HashSet<>();

    private Session(Stage stage, EventLog log, Script script) {
        this.log = log;
        this.stage = stage;
        this.executioner = new Executioner(
                log,
                stage.spec().place(),
                script,
                new Pause(stage.spec().launcher().signals()));
        this.drive = new Drive(stage, log, executioner, script);
    }

    /** Opens control port and relay; the place must exist. */
    public static Session open(StageSpec spec, Script script, EventLog log) throws IOException {
        return new Session(Stage.open(spec, log), log, script);
    }

    /** Starts the publisher. */
    public void startPublisher() throws InterruptedException, StageException {
        drive.publishers().start();
    }

    /** Starts the watcher of a target that says by its file when its work is done. */
    public void startWatcher() throws InterruptedException, StageException {
        Optional<Question.Sql> rows = stage.spec().target().criteria().done().rows();
        if (rows.isPresent()) {
            drive.cast().addOther(stage.startWatcher(rows.get()));
        }
    }

    /** Lives one worker life to its end, or until it is stopped. */
    public LifeEnd live(WorkerSpec worker) throws InterruptedException, StageException {
        return live(worker, Optional.empty());
    }

    /** Has a worker do {@code command}, one of {@link Programs#COMMANDS}, to its end. */
    public LifeEnd live(WorkerSpec worker, String command) throws InterruptedException, StageException {
        Child child = stage.startWorker(worker, command);
        drive.cast().addWorker(child);
        return stretch(child);
    }

    /** As {@link #live(WorkerSpec)}, but the worker gets no answer when it comes to {@code stop}. */
    public LifeEnd live(WorkerSpec worker, Optional<Point> stop) throws InterruptedException, StageException {
        Child child = stage.startWorker(executioner.prepared(worker, worker.number()), Programs.RUN);
        drive.cast().addWorker(child);
        stop.ifPresent(point -> drive.cast().stopAt(child, point));
        return stretch(child);
    }

    /** Has a person's command carried out, to the end of its process. */
    public LifeEnd command(PersonSpec person) throws InterruptedException, StageException {
        Child child = stage.startPerson(person);
        drive.cast().addPerson(child);
        return stretch(child);
    }

    /**
     * Lives several workers at once until all are over.
     *
     * @param stop where whoever comes there stands until the others are over, so that they find it at work
     */
    public List<LifeEnd> liveTogether(List<WorkerSpec> workers, Optional<Point> stop)
            throws InterruptedException, StageException {
        List<Child> children = new ArrayList<>();
        for (WorkerSpec worker : workers) {
            children.add(stage.startWorker(executioner.prepared(worker, workers.size()), Programs.RUN));
        }
        drive.cast().addWorkersTogether(children);
        stop.ifPresent(point -> children.forEach(child -> drive.cast().stopAt(child, point)));
        List<LifeEnd> ends = new ArrayList<>();
        for (Child child : children) {
            LifeEnd end = stretch(child);
            if (!(end instanceof LifeEnd.Standing)) {
                ends.add(end);
            }
        }
        while (ends.size() < children.size()) {
            ends.add(letGo());
        }
        return ends;
    }

    /** When the last stopped worker is to be resumed: at its successor's end, or when that stands at a point. */
    public Optional<Point> resumesAt() {
        return drive.cast().lastPaused().flatMap(Cast.Zombie::until);
    }

    /** Whether a worker is stopped. */
    public boolean hasPaused() {
        return drive.cast().lastPaused().isPresent();
    }

    /** Resumes the worker that was stopped last and lives it to its end. */
    public LifeEnd resume() throws InterruptedException, StageException {
        Cast.Zombie zombie = drive.cast().takeLastPaused();
        // The answer lies in its socket before it can look for one: it runs on at once, as if it had never stood.
        zombie.serial().ifPresent(zombie.child()::go);
        drive.stir();
        executioner.resume(zombie.child());
        return stretch(zombie.child());
    }

    /** Answers the worker that stands at its stop and lives it to its end. */
    public LifeEnd letGo() throws InterruptedException, StageException {
        Cast.Waiting one = drive.cast().takeWaiting();
        one.child().go(one.serial());
        return stretch(one.child());
    }

    private LifeEnd stretch(Child child) throws InterruptedException, StageException {
        Cast cast = drive.cast();
        if (!drive.until(() -> child.isOver() || cast.isPaused(child) || cast.isStanding(child) || drive.isDone())) {
            return new LifeEnd.Overdue(
                    child.lastPoint(), child.process().stopped().orElse(0));
        }
        if (cast.isPaused(child)) {
            return new LifeEnd.Paused();
        }
        if (cast.isStanding(child)) {
            return new LifeEnd.Standing();
        }
        if (!child.isOver()) {
            return new LifeEnd.Idle();
        }
        noteSurvivors(child);
        return executioner.hasKilled(child)
                ? new LifeEnd.Killed()
                : new LifeEnd.Exited(
                        child.instance(), child.exit().orElseThrow().code(), child.leaseLiveUntilMs(), child.failure());
    }

    /** Throws when there is a publisher that has not said within {@code since} that it listens. */
    public void requireAPublisher(Duration since) throws StageException {
        Optional<Child> silent = drive.cast().publisher().filter(child -> !child.isListening());
        if (silent.isPresent()) {
            throw silent.get().neverListened(since, stage.spec().target());
        }
    }

    /** Notes who has begun a line of which nobody has heard the end; returns what still lies on the wire, or nothing. */
    public String noteWhatIsUnfinished() throws InterruptedException, StageException {
        stage.halfLines().forEach(drive.notes()::halfALine);
        return stage.underWay();
    }

    /** Waits until nothing is under way between workers and publisher. False: the deadline passed. */
    public boolean rest() throws InterruptedException, StageException {
        return drive.rest();
    }

    /** Waits until the wall clock has passed {@code epochMs}. False: the deadline came first. */
    public boolean waitForClock(long epochMs) throws InterruptedException, StageException {
        return drive.waitForClock(epochMs);
    }

    /** Moves the publisher's clock on, and returns when it has said that it has. */
    public void movePublisherClock(Duration step) throws InterruptedException, StageException {
        if (!drive.publishers().untilOneListens()) {
            throw new StageException("the publisher did not listen before the deadline, so its clock was not moved");
        }
        if (!drive.publishers().moveClock(step)) {
            throw new StageException("the publisher ended before its clock was moved on by " + step);
        }
    }

    /** How many faults have been settled, landed or not. */
    public int settledFaults() {
        return executioner.faults().index();
    }

    /** One outcome per fault; {@code whyNot} is said of those that were never carried out. */
    public List<FaultOutcome> outcomes(String whyNot) {
        return executioner.faults().all(whyNot);
    }

    /** The harness itself asks the publisher something, past all workers but through the relay. */
    public Answer ask(String operation, String payload) throws InterruptedException, StageException {
        return drive.whileHandling(() -> stage.ask(operation, "probe", payload));
    }

    /** Kills everybody who is left, also whoever forked away. Nobody writes to the databases after this. */
    public void dismiss() {
        for (Child child : drive.cast().everybody()) {
            executioner.dismiss(child);
            noteSurvivors(child);
        }
        stage.killStrays().forEach(stray -> noteSurvivor(stray.instance(), stray.pid()));
    }

    /** Who left processes behind that had to be killed, or could not be. */
    public List<String> survivors() {
        return List.copyOf(survivors);
    }

    /** Their pids: whatever they still hold is no stranger's. */
    public Set<Long> survivorPids() {
        return Set.copyOf(survivorPids);
    }

    private void noteSurvivors(Child child) {
        child.process().survivors().forEach(pid -> noteSurvivor(child.instance(), pid));
    }

    private void noteSurvivor(String instance, long pid) {
        survivors.add(instance + " left pid " + pid);
        survivorPids.add(pid);
        log.note(EventType.SURVIVOR, instance, Map.of("pid", Long.toString(pid)));
    }

    @Override
    public void close() {
        try (stage) {
            dismiss();
        }
    }
}
