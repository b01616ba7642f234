package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.note.ChildNotes;
import dev.crashharness.orchestrator.cell.session.time.Deadline;
import dev.crashharness.orchestrator.cell.stage.Child;
import dev.crashharness.orchestrator.cell.stage.Happening;
import dev.crashharness.orchestrator.cell.stage.Stage;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.control.ControlMessage;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.process.Exit;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Decides on everything that happens on a stage, one happening after the other, on one thread: dead-locks in scheduling
 * logic are more visible without threads, and a kill never races with another decision.
 */
final class Drive {
    /** Long enough for a process that runs to say or send something, and nothing to a cell. */
    private static final Duration LISTENING = Duration.ofMillis(50);

    private final Stage stage;
    private final EventLog log;
    private final ChildNotes notes;
    private final Cast cast;
    private final PointFaults points;
    private final WireFaults wire;
    private final Executioner executioner;
    private final Publishers publishers;
    private final Rest work;
    private final Deadline deadline;
    private Optional<Happening.Rested> rested = Optional.empty();
    private Optional<StageException> failure = Optional.empty();

    Drive(Stage stage, EventLog log, Executioner executioner, Script script) {
        this.stage = stage;
        this.log = log;
        this.notes = new ChildNotes(log, stage.spec().target());
        this.executioner = executioner;
        this.cast = new Cast(executioner::hasKilled);
        this.publishers = new Publishers(this, stage, cast, executioner);
        this.points = new PointFaults(this, stage, cast, executioner, script.publisherDied());
        this.wire = new WireFaults(stage, cast, executioner);
        this.work = new Rest(stage);
        this.deadline = Deadline.in(script.deadline());
    }

    Cast cast() {
        return cast;
    }

    Publishers publishers() {
        return publishers;
    }

    ChildNotes notes() {
        return notes;
    }

    /** Whether the work is done, for a target that says so by its file. */
    boolean isDone() {
        return work.isDone();
    }

    /** Something happened: the work is done only when nothing follows from it. */
    void stir() {
        work.stir();
    }

    /** Waits until the publisher is there and nothing is under way but what is held back. False: the deadline passed. */
    boolean rest() throws InterruptedException, StageException {
        if (!publishers.untilOneListens()) {
            return false;
        }
        int passedOn;
        do {
            passedOn = wire.passedOn();
            rested = Optional.empty();
            stage.askForRest(deadline.left());
            if (!until(() -> rested.isPresent()) || !rested.get().idle()) {
                return false;
            }
            // What was held back and passed on meanwhile was not under way yet when the relay looked.
        } while (passedOn != wire.passedOn());
        return true;
    }

    /** Handles what happens until the wall clock shows {@code epochMs}. False: the deadline came first. */
    boolean waitForClock(long epochMs) throws InterruptedException, StageException {
        while (System.currentTimeMillis() <= epochMs) {
            if (deadline.hasPassed()) {
                return false;
            }
            handleNext(deadline.wakeFor(epochMs, System.currentTimeMillis(), System.nanoTime()));
        }
        return true;
    }

    /** Handles what comes in the next moment: who does not stand where it says gives itself away. */
    void listenOn() throws InterruptedException, StageException {
        long untilNs = System.nanoTime() + LISTENING.toNanos();
        boolean more = true;
        while (more && !deadline.hasPassed()) {
            more = handleNext(untilNs);
        }
    }

    /** The session cannot go on; the deciding thread throws this. */
    void fail(StageException why) {
        failure = Optional.of(why);
    }

    /** Runs {@code question} on a thread of its own while this one goes on deciding, for the answer may need that. */
    <T> T whileHandling(Supplier<T> question) throws InterruptedException, StageException {
        CompletableFuture<T> answer = CompletableFuture.supplyAsync(question, task -> {
            Thread thread = new Thread(task, "question");
            thread.setDaemon(true);
            thread.start();
        });
        CompletableFuture<Void> unused = answer.handle((found, failed) -> {
            stage.nudge();
            return null;
        });
        if (!until(answer::isDone)) {
            throw new StageException("the publisher was asked something and the deadline passed");
        }
        return answer.join();
    }

    /** Goes on deciding until {@code done}. False: the deadline passed. */
    boolean until(BooleanSupplier done) throws InterruptedException, StageException {
        while (!done.getAsBoolean()) {
            if (deadline.hasPassed()) {
                return false;
            }
            handleNext(deadline.ns());
        }
        return true;
    }

    /** False: nothing happened before {@code untilNs}. */
    private boolean handleNext(long untilNs) throws InterruptedException, StageException {
        Optional<Happening> next = stage.next(untilNs);
        if (next.isPresent()) {
            handle(next.get());
        }
        return next.isPresent();
    }

    private void handle(Happening happening) throws InterruptedException, StageException {
        if (happening instanceof Happening.Said said) {
            heard(said.message());
        } else if (happening instanceof Happening.Held held) {
            stir();
            wire.held(held);
        } else if (happening instanceof Happening.Ended ended) {
            ended(ended.instance(), ended.exit());
        } else if (happening instanceof Happening.Rested now) {
            rested = Optional.of(now);
        } else if (happening instanceof Happening.Nudged nudged) {
            nudged.then().run();
            if (failure.isPresent()) {
                throw failure.get();
            }
        }
    }

    private void heard(ControlMessage message) throws InterruptedException, StageException {
        if (message instanceof ControlMessage.Refused refused) {
            // A killed child's last line may well be torn.
            if (cast.called(refused.instance()).filter(executioner::hasKilled).isEmpty()) {
                notes.refused(refused, cast.silent(stage.spec().target().link()));
            }
            return;
        }
        Optional<Child> child = cast.called(message.instance());
        if (child.isPresent()) {
            heard(child.get(), message);
        }
    }

    private void heard(Child child, ControlMessage message) throws InterruptedException, StageException {
        if (message instanceof ControlMessage.Hello hello) {
            child.connected(hello);
            log.note(EventType.HELLO, child.instance(), Map.of("pid", Long.toString(hello.pid())));
        } else if (message instanceof ControlMessage.At at && !publishers.postpones(child, at)) {
            arrived(child, at);
        } else if (message instanceof ControlMessage.Reported reported) {
            reported(child, reported);
        } else if (message instanceof ControlMessage.Listening listening) {
            notes.listens(listening);
            publishers.listens(child, listening);
            for (ControlMessage.At early : publishers.takeEarly()) {
                heard(early);
            }
        } else if (message instanceof ControlMessage.Closed) {
            child.hungUp();
        }
    }

    private void reported(Child child, ControlMessage.Reported reported) {
        Map<String, String> fields = new TreeMap<>(reported.fields());
        fields.put("name", reported.name());
        log.note(EventType.REPORTED, child.instance(), fields);
        switch (reported.name()) {
            case "lease_live" -> child.foundLeaseLive(reported.number("until_ms"));
            case "rows" -> work.rows("true".equals(fields.get("met")));
            case "error" -> child.failed(fields.getOrDefault("text", ""));
            default -> {}
        }
    }

    private void arrived(Child child, ControlMessage.At at) throws InterruptedException, StageException {
        int hit = child.hit(at.point());
        Map<String, String> where = notes.announced(at, hit);
        if (executioner.hasKilled(child)) {
            // It was on its way while the child died: nobody stands there any more.
            return;
        }
        if (cast.isWorker(child)) {
            wire.workerCameTo(at.point());
        }
        // Of one that was stopped over its frame an announcement may still have been on its way: no fault falls on it.
        if (!cast.isPaused(child) && points.stays(child, at, hit)) {
            return;
        }
        log.note(EventType.GO, child.instance(), where);
        child.go(at.serial());
    }

    private void ended(String instance, Exit exit) throws StageException {
        Child child = cast.called(instance).orElseThrow();
        child.ended(exit);
        // Whoever inherited its connection may hold it open for ever, and it says nothing for the dead.
        stage.after(Child.LAST_WORDS, child::hungUp);
        boolean byHarness = executioner.hasKilled(child) || executioner.diedInTrap(child, exit);
        notes.ended(instance, exit.code(), byHarness, child::lastWords);
        if (!byHarness && cast.isPublisher(child)) {
            throw child.endedByItself(stage.spec().target());
        }
    }
}
