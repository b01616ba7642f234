package dev.crashharness.orchestrator.cell.session;

import dev.crashharness.orchestrator.cell.stage.Child;
import dev.crashharness.orchestrator.cell.stage.Happening;
import dev.crashharness.orchestrator.cell.stage.Stage;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.WireNotes;
import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.control.ControlMessage;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.process.Exit;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.wire.Disposition;
import dev.crashharness.orchestrator.wire.Frame;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Decides on everything that happens on a stage, one happening after the other, on one thread: dead-locks in scheduling
 * logic are more visible without threads, and a kill never races with another decision.
 */
final class Drive {
    private static final String HARNESS = "harness";

    private final Stage stage;
    private final EventLog log;
    private final FaultQueue faults;
    private final Executioner executioner;
    private final long deadlineNs;
    private Child publisher;
    private Child worker;
    private int workerNumber;
    private Optional<Happening.Rested> rested = Optional.empty();
    private long leaseLiveUntilMs;

    Drive(Stage stage, EventLog log, FaultQueue faults, Executioner executioner, long deadlineNs) {
        this.stage = stage;
        this.log = log;
        this.faults = faults;
        this.executioner = executioner;
        this.deadlineNs = deadlineNs;
    }

    /** Starts the publisher; its port is announced to the relay when it reports it. */
    void startPublisher() throws InterruptedException, StageException {
        publisher = stage.startPublisher();
    }

    /** Lives one worker life to its end. False: the deadline passed. */
    boolean live(WorkerSpec spec, String... words) throws InterruptedException, StageException {
        workerNumber = spec.number();
        leaseLiveUntilMs = 0;
        worker = stage.startWorker(spec, words);
        return until(worker::isOver);
    }

    /** Waits until the publisher is there and has nothing left to do. False: the deadline passed. */
    boolean rest() throws InterruptedException, StageException {
        if (publisher != null && !until(publisher::isListening)) {
            return false;
        }
        rested = Optional.empty();
        stage.askForRest(Duration.ofNanos(Math.max(1, deadlineNs - System.nanoTime())));
        return until(() -> rested.isPresent()) && rested.get().idle();
    }

    /** Handles what happens until the wall clock shows {@code epochMs}. False: the deadline came first. */
    boolean waitForClock(long epochMs) throws InterruptedException, StageException {
        long untilNs = System.nanoTime() + (epochMs - System.currentTimeMillis() + 1) * 1_000_000;
        while (System.currentTimeMillis() <= epochMs) {
            if (System.nanoTime() >= deadlineNs) {
                return false;
            }
            handleNext(Math.min(untilNs, deadlineNs));
        }
        return true;
    }

    /** Runs {@code question} on a thread of its own while this one goes on deciding, for the answer may need that. */
    <T> T whileHandling(Supplier<T> question) throws InterruptedException, StageException {
        CompletableFuture<T> answer = CompletableFuture.supplyAsync(question, task -> {
            Thread thread = new Thread(task, "question");
            thread.setDaemon(true);
            thread.start();
        });
        CompletableFuture<Void> unused = answer.thenRun(stage::nudge);
        if (!until(answer::isDone)) {
            throw new StageException("the publisher was asked something and the deadline passed");
        }
        return answer.join();
    }

    /** The worker of the last life. */
    Child worker() {
        return worker;
    }

    /** The publisher, when one was started. */
    Optional<Child> publisher() {
        return Optional.ofNullable(publisher);
    }

    /** Until when the last worker found the lease live (epoch milliseconds), or 0. */
    long leaseLiveUntilMs() {
        return leaseLiveUntilMs;
    }

    private boolean until(BooleanSupplier done) throws InterruptedException, StageException {
        while (!done.getAsBoolean()) {
            if (System.nanoTime() >= deadlineNs) {
                return false;
            }
            handleNext(deadlineNs);
        }
        return true;
    }

    private void handleNext(long untilNs) throws InterruptedException, StageException {
        Optional<Happening> next = stage.next(untilNs);
        if (next.isEmpty()) {
            return;
        }
        Happening happening = next.get();
        if (happening instanceof Happening.Said said) {
            heard(said.message());
        } else if (happening instanceof Happening.Held held) {
            held(held);
        } else if (happening instanceof Happening.Ended ended) {
            ended(ended.instance(), ended.exit());
        } else if (happening instanceof Happening.Rested now) {
            rested = Optional.of(now);
        }
    }

    private void heard(ControlMessage message) throws InterruptedException {
        if (message instanceof ControlMessage.Refused refused) {
            log.note(EventType.REFUSED, HARNESS, Map.of("reason", refused.reason()));
            return;
        }
        Optional<Child> child = childCalled(message.instance());
        if (child.isPresent()) {
            heard(child.get(), message);
        }
    }

    private void heard(Child child, ControlMessage message) throws InterruptedException {
        if (message instanceof ControlMessage.Hello hello) {
            child.connected(hello.link());
            log.note(EventType.HELLO, child.instance(), Map.of("pid", Long.toString(hello.pid())));
        } else if (message instanceof ControlMessage.At at) {
            arrived(child, at);
        } else if (message instanceof ControlMessage.Reported reported) {
            reported(child, reported);
        } else if (message instanceof ControlMessage.Listening listening) {
            log.note(
                    EventType.LISTENING,
                    child.instance(),
                    Map.of("address", listening.host() + ":" + listening.port()));
            child.listens();
            stage.publisherListens(listening);
        } else if (message instanceof ControlMessage.Closed) {
            child.hungUp();
        }
    }

    private void reported(Child child, ControlMessage.Reported reported) {
        Map<String, String> fields = new TreeMap<>(reported.fields());
        fields.put("name", reported.name());
        log.note(EventType.REPORTED, child.instance(), fields);
        switch (reported.name()) {
            case "lease_live" -> leaseLiveUntilMs = wholeNumber(fields.get("until_ms"));
            case "error" -> child.failed(fields.getOrDefault("text", ""));
            default -> {}
        }
    }

    /** What a child says may pace the run: nonsense is no time to wait for. */
    private static long wholeNumber(String text) {
        return text != null && text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }

    private void arrived(Child child, ControlMessage.At at) throws InterruptedException {
        int hit = child.hit(at.point());
        Map<String, String> where = new TreeMap<>(at.fields());
        where.put("n", Long.toString(at.serial()));
        where.put("point", at.point());
        where.put("hit", Integer.toString(hit));
        log.note(EventType.AT, child.instance(), where);
        if (child == worker && faults.fallsOnWorker(workerNumber, at.point(), hit)) {
            if (executioner.kill(worker, at.point(), hit, faults)) {
                return;
            }
        }
        log.note(EventType.GO, child.instance(), where);
        child.go(at.serial());
    }

    private void held(Happening.Held held) throws InterruptedException {
        Frame frame = held.frame();
        Optional<Fault> fault = faults.armed()
                .filter(armed -> faults.fallsOnWire(frame.direction().id(), frame.hit()));
        if (fault.isEmpty()) {
            WireNotes.note(log, worker.instance(), frame, "forward");
            held.answer().complete(Disposition.FORWARD);
        } else if (Action.DROP.equals(fault.get().action())) {
            boolean dropped = executioner.drop(frame, faults);
            WireNotes.note(log, worker.instance(), frame, dropped ? "drop" : "forward");
            held.answer().complete(dropped ? Disposition.DROP : Disposition.FORWARD);
        } else {
            // Held while the worker dies, then delivered: what a sender has flushed arrives, as the kernel does it.
            WireNotes.note(log, worker.instance(), frame, "hold");
            executioner.kill(worker, frame.direction().id(), frame.hit(), faults);
            held.answer().complete(Disposition.FORWARD);
        }
    }

    private void ended(String instance, Exit exit) throws StageException {
        Child child = childCalled(instance).orElseThrow();
        child.ended(exit);
        boolean byHarness = executioner.hasKilled(child);
        log.note(
                EventType.EXIT,
                instance,
                Map.of("code", Integer.toString(exit.code()), "by_harness", Boolean.toString(byHarness)));
        if (child == publisher && !byHarness) {
            throw new StageException("the publisher ended by itself with exit " + exit.code()
                    + (child.lastError().isEmpty() ? "; see its log" : ": " + child.lastError()));
        }
    }

    private Optional<Child> childCalled(String instance) {
        return Stream.of(worker, publisher)
                .filter(child -> child != null && child.instance().equals(instance))
                .findFirst();
    }
}
