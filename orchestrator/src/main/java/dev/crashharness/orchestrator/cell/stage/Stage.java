package dev.crashharness.orchestrator.cell.stage;

import dev.crashharness.orchestrator.cell.inbox.Inbox;
import dev.crashharness.orchestrator.cell.note.WireNotes;
import dev.crashharness.orchestrator.cell.stage.Surroundings.Role;
import dev.crashharness.orchestrator.cell.trace.Tracing;
import dev.crashharness.orchestrator.control.ControlMessage;
import dev.crashharness.orchestrator.control.ControlServer;
import dev.crashharness.orchestrator.control.PortProbe;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.process.ChildProcess;
import dev.crashharness.orchestrator.process.Command;
import dev.crashharness.orchestrator.process.Launch;
import dev.crashharness.orchestrator.process.stray.Stray;
import dev.crashharness.orchestrator.target.Link.Readiness;
import dev.crashharness.orchestrator.target.Placeholders;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.Syscalls;
import dev.crashharness.orchestrator.target.own.Question;
import dev.crashharness.orchestrator.wire.Disposition;
import dev.crashharness.orchestrator.wire.Frame;
import dev.crashharness.orchestrator.wire.Relay;
import dev.crashharness.orchestrator.wire.WireEvent;
import dev.crashharness.publisher.client.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Control port, relay and publisher of one run, and the queue through which all they see reaches one thread. */
public final class Stage implements AutoCloseable {
    private static final int MAX_QUEUE = 10_000;

    private final StageSpec spec;
    private final EventLog log;
    private final Token token = Token.random();
    private final Inbox<Happening> inbox = new Inbox<>(MAX_QUEUE);
    private final ControlServer control;
    private final Relay relay;
    private final WireNotes notes;
    private final Surroundings surroundings;

    private Stage(StageSpec spec, EventLog log) throws IOException {
        this.spec = spec;
        this.log = log;
        this.notes = new WireNotes(log, spec.target().link().framing(), token.text());
        this.control = new ControlServer(token.text(), message -> inbox.put(Happening.of(message)));
        try {
            this.relay = new Relay(spec.target().link().framing(), this::hold, this::seen);
        } catch (IOException e) {
            control.close();
            throw e;
        }
        this.surroundings = new Surroundings(spec, token.text(), control.address(), relay.address());
    }

    /** Opens the ports; no process runs yet. */
    public static Stage open(StageSpec spec, EventLog log) throws IOException {
        return new Stage(spec, log);
    }

    /** The harness's own request, through the relay as the workers' are; blocks until it is answered. */
    public Answer ask(String operation, String attempt, String payload) {
        return new Inquiry(spec, token, surroundings).publish(operation, attempt, payload);
    }

    /** Notes a frame and what becomes of it; see {@link WireNotes#note(String, Frame, String)}. */
    public void note(String worker, Frame frame, String action) {
        notes.note(worker, frame, action);
    }

    /** What it was opened for. */
    public StageSpec spec() {
        return spec;
    }

    /**
     * The next happening, or empty when {@code deadlineNs} ({@link System#nanoTime}) has passed.
     *
     * @throws StageException when that is that the harness itself has broken: nobody under test is to be accused of it
     */
    public Optional<Happening> next(long deadlineNs) throws InterruptedException, StageException {
        Optional<Happening> next = inbox.next(deadlineNs);
        if (next.isPresent() && next.get() instanceof Happening.Broken broken) {
            throw new StageException(broken.why());
        }
        return next;
    }

    /**
     * Starts the {@code number}-th publisher on the stage's ledger; the relay keeps connections waiting until it listens.
     */
    public Child startPublisher(int number) throws InterruptedException, StageException {
        Role role = new Role("publisher", number, "publisher");
        Map<String, String> variables = spec.refusesCancel() ? Map.of("CRASH_HARNESS_CANCEL", "refused") : Map.of();
        Map<String, String> values = surroundings.values(role);
        if (spec.target().link().readiness() == Readiness.ANNOUNCED) {
            return start(role, Programs.PUBLISHER, spec.target().publisherCommand(values), variables);
        }
        PortProbe door = PortProbe.onAFreePort();
        values.put(Placeholders.PORT, Integer.toString(door.port()));
        Child publisher = start(role, Programs.PUBLISHER, spec.target().publisherCommand(values), variables);
        door.await(
                () -> !publisher.process().isGone(),
                () -> inbox.put(new Happening.Said(new ControlMessage.Listening(role.instance(), door.address()))));
        return publisher;
    }

    /** Starts the process that watches {@code rows}, where the target says so when its work is done. */
    public Child startWatcher(Question.Sql rows) throws InterruptedException, StageException {
        Role role = new Role("watcher", 1, "watcher");
        List<String> command = spec.target().watcherCommand(surroundings.values(role));
        return start(role, Programs.DONE, command, surroundings.watching(rows));
    }

    /** Starts the {@code number}-th process that holds the store's write lock. */
    public Child startIntruder(int number) throws InterruptedException, StageException {
        Role role = new Role("intruder", number, "intruder");
        return start(role, role.name(), spec.target().intruderCommand(surroundings.values(role)), Map.of());
    }

    /** Starts one worker life; {@code command} is what it is asked to do, one of {@link Programs#COMMANDS}. */
    public Child startWorker(WorkerSpec worker, String command) throws InterruptedException, StageException {
        Role role = new Role("worker", worker.number(), worker.owner());
        Map<String, String> values = surroundings.values(role);
        List<String> argv = spec.target().workerCommand(command, values);
        Syscalls calls = command.equals(Programs.RUN) ? spec.target().scope().sys() : Syscalls.NONE;
        Optional<Tracing> tracing = Tracing.of(calls, worker.trap(), values);
        List<String> traced = tracing.map(tracer -> tracer.before(argv)).orElse(argv);
        Child child = start(role, command, traced, worker.variables(spec)).under(tracing);
        tracing.ifPresent(tracer -> tracer.watch(() -> child.exit().isPresent(), this::after));
        return child;
    }

    /** Starts the process that carries out a person's command. */
    public Child startPerson(PersonSpec person) throws InterruptedException, StageException {
        Role role = new Role("person", person.number(), "person");
        List<String> argv = spec.target().workerCommand(person.command(), surroundings.values(role));
        return start(role, person.command(), argv, person.variables(spec));
    }

    /** Leads the relay to where the publisher listens. */
    public void publisherListens(ControlMessage.Listening message) {
        relay.connectTo(message.address());
    }

    /** The publisher is about to die: from now on connections wait for its successor, for its port may soon be a stranger's. */
    public void publisherLeaves() {
        relay.withdraw();
    }

    /** The children that have sent half a line, with what has come of it. */
    public Map<String, String> halfLines() {
        return control.halfLines();
    }

    /** What keeps the relay from being idle now, for a sentence; empty when nothing does. Throws when the relay has failed. */
    public String underWay() throws InterruptedException, StageException {
        try {
            return String.join(", ", relay.pending());
        } catch (IllegalStateException e) {
            throw new StageException(e.getMessage());
        }
    }

    /** Makes the deciding thread look again at what it waits for. */
    public void nudge() {
        inbox.hint(new Happening.Nudged(() -> {}));
    }

    /** Has {@code then} run on the deciding thread once {@code delay} has passed. */
    public void after(Duration delay, Runnable then) {
        inbox.after(delay, new Happening.Nudged(then));
    }

    /** Reports a {@link Happening.Rested} when nothing is under way between workers and publisher any more. */
    public void askForRest(Duration deadline) {
        CompletableFuture<?> unused = relay.whenIdle(deadline)
                .whenComplete((waitsFor, failure) -> inbox.put(Happening.of(waitsFor, failure)));
    }

    /** On the relay's thread. */
    private void seen(WireEvent event) {
        if (event instanceof WireEvent.Failed failed) {
            inbox.put(new Happening.Broken(failed.sentence()));
        }
        notes.note(event);
    }

    /** Has the wire count as at rest while {@code held} is not answered. */
    public void withhold(Happening.Held held) {
        relay.withhold(held.frame());
        CompletableFuture<?> unused = held.answer().thenRun(() -> relay.release(held.frame()));
    }

    /** Starts a process; {@code key} is where the target's file says how, as {@link Programs.Source} has it. */
    private Child start(Role role, String key, List<String> argv, Map<String, String> variables)
            throws InterruptedException, StageException {
        String instance = role.instance();
        control.expect(role.name(), instance);
        Path complaints = spec.place().logs().resolve(instance + ".err");
        Launch launch = spec.launcher()
                .launch(
                        new Command(
                                argv,
                                surroundings.environment(role, variables),
                                spec.place().directory().toAbsolutePath(),
                                complaints.resolveSibling(instance + ".out"),
                                complaints),
                        instance);
        if (launch instanceof Launch.NotStarted failure) {
            throw new StageException(spec.target().wrong(key, failure.reason()));
        }
        ChildProcess process = ((Launch.Started) launch).child();
        log.note(EventType.SPAWN, instance, surroundings.started(role, key, process, variables));
        process.onExit(exit -> inbox.put(new Happening.Ended(instance, exit)));
        return new Child(instance, role.number(), process, complaints);
    }

    /** Kills whoever has forked away from this run's processes, and says who that was. */
    public List<Stray> killStrays() {
        return Stray.kill(token.text());
    }

    /** On a relay thread. */
    private Disposition hold(Frame frame) throws InterruptedException {
        if (token.admits(spec.target().link(), frame)) {
            return Happening.Held.decided(frame, inbox);
        }
        log.note(EventType.REFUSED, "wire", Map.of("reason", "a request without this run's token"));
        return Disposition.RESET;
    }

    /**
     * Closes the ports, and lets go whoever still has something to say. Children that are still connected end themselves;
     * the caller has killed them before.
     */
    @Override
    public void close() {
        inbox.close();
        relay.close();
        control.close();
    }
}
