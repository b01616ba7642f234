package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.stage.Child;
import dev.crashharness.orchestrator.cell.stage.Stage;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.publisher.client.Answer;
import dev.crashharness.publisher.client.PublisherClient;
import dev.crashharness.publisher.protocol.Request;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One stage and the lives on it, one after the other. For one thread; a cell, the lab and the demo are made of these. */
public final class Session implements AutoCloseable {
    /**
     * How its faults are carried out.
     *
     * @param faults in order; the first is armed at once
     * @param dry whether they are only announced
     * @param hold what happens between park and kill
     * @param deadline for the whole session
     */
    public record Script(List<Fault> faults, boolean dry, Hold hold, Duration deadline) {
        /** No faults. */
        public static Script undisturbed(Duration deadline) {
            return new Script(List.of(), false, Hold.NOT, deadline);
        }
    }

    private final Stage stage;
    private final EventLog log;
    private final FaultQueue faults;
    private final Executioner executioner;
    private final Drive drive;
    private final List<String> survivors = new ArrayList<>();

    private Session(Stage stage, EventLog log, Script script) {
        this.stage = stage;
        this.log = log;
        this.faults = new FaultQueue(script.faults());
        this.executioner = new Executioner(log, stage.spec().place(), script.dry(), script.hold());
        this.drive = new Drive(
                stage,
                log,
                faults,
                executioner,
                System.nanoTime() + script.deadline().toNanos());
    }

    /** Opens control port and relay; the place must exist. */
    public static Session open(StageSpec spec, Script script, EventLog log) throws IOException {
        return new Session(Stage.open(spec, log), log, script);
    }

    /** Starts the publisher. */
    public void startPublisher() throws InterruptedException, StageException {
        drive.startPublisher();
    }

    /** Lives one worker life to its end; {@code words} are the worker's own arguments. */
    public LifeEnd live(WorkerSpec worker, String... words) throws InterruptedException, StageException {
        boolean ended = drive.live(worker, words);
        Child child = drive.worker();
        if (!ended) {
            return new LifeEnd.Overdue(child.lastPoint());
        }
        noteSurvivors(child);
        return executioner.hasKilled(child)
                ? new LifeEnd.Killed()
                : new LifeEnd.Exited(child.exit().orElseThrow().code(), drive.leaseLiveUntilMs(), child.lastError());
    }

    /** Waits until nothing is under way between workers and publisher. False: the deadline passed. */
    public boolean rest() throws InterruptedException, StageException {
        return drive.rest();
    }

    /** Waits until the wall clock has passed {@code epochMs}. False: the deadline came first. */
    public boolean waitForClock(long epochMs) throws InterruptedException, StageException {
        return drive.waitForClock(epochMs);
    }

    /** How many faults have been settled, landed or not. */
    public int settledFaults() {
        return faults.index();
    }

    /** One outcome per fault; {@code whyNot} is said of those that were never carried out. */
    public List<FaultOutcome> outcomes(String whyNot) {
        return faults.all(whyNot);
    }

    /** The harness itself asks the publisher something, past all workers but through the relay. */
    public Answer ask(String operation, String payload) throws InterruptedException, StageException {
        Request request = Request.publish(stage.token(), stage.spec().task(), operation, "probe", 0, payload);
        PublisherClient client = new PublisherClient(stage.relayAddress(), StageSpec.PATIENT);
        return drive.whileHandling(() -> client.exchange(request));
    }

    /** Kills everybody who is left. Nobody writes to the databases after this. */
    public void dismiss() {
        if (drive.worker() != null) {
            executioner.dismiss(drive.worker());
            noteSurvivors(drive.worker());
        }
        drive.publisher().ifPresent(publisher -> {
            executioner.dismiss(publisher);
            noteSurvivors(publisher);
        });
    }

    /** Who left processes behind that had to be killed, or could not be. */
    public List<String> survivors() {
        return List.copyOf(survivors);
    }

    private void noteSurvivors(Child child) {
        for (long pid : child.process().survivors()) {
            survivors.add(child.instance() + " left pid " + pid);
            log.note(EventType.SURVIVOR, child.instance(), Map.of("pid", Long.toString(pid)));
        }
    }

    @Override
    public void close() {
        dismiss();
        stage.close();
    }
}
