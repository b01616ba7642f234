package dev.crashharness.orchestrator.lab;

import dev.crashharness.orchestrator.cell.session.LifeEnd;
import dev.crashharness.orchestrator.cell.session.Script;
import dev.crashharness.orchestrator.cell.session.Session;
import dev.crashharness.orchestrator.cell.stage.PersonSpec;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.lab.turn.Turn;
import dev.crashharness.orchestrator.lab.turn.TurnTakenException;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.schedule.Journal;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.orchestrator.schedule.plan.Offer;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.sqlite.DatabaseRefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A person's command on a person's own file, through a short worker process. */
public final class LabPerson {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final LabFiles files;
    private final Order order;

    /**
     * What is commanded.
     *
     * @param command {@code approve} or {@code resolve}
     * @param task the one that is meant, or empty for the store's
     * @param words as in {@link PersonSpec}
     * @param asks whether the publisher is asked where it can be
     */
    public record Order(String command, Optional<String> task, Map<String, String> words, boolean asks) {}

    /**
     * What came of it.
     *
     * @param subject the person's instance, the task and its operation, as words
     * @param exit of the worker: 0 done, now or before; 2 configuration; 3 refused
     * @param error one sentence when it was not 0
     * @param told what the process said of its success, or empty
     */
    public record Outcome(String subject, int exit, String error, Map<String, String> told) {}

    public LabPerson(LabFiles files, Order order) {
        this.files = files;
        this.order = order;
    }

    /**
     * Carries it out under {@code target}.
     *
     * @throws DatabaseRefusedException when the file is missing, another's or damaged
     * @throws TurnTakenException when another command is at work on the file
     */
    public Outcome run(Target target, Launcher launcher) throws IOException, InterruptedException, StageException {
        files.requireStore();
        Turn turn = files.takeTurn();
        try {
            return carryOut(target, launcher);
        } finally {
            turn.close();
        }
    }

    private Outcome carryOut(Target target, Launcher launcher)
            throws IOException, InterruptedException, StageException {
        StoredTask stored = StoredTask.read(files);
        StageSpec spec = new StageSpec(
                target,
                launcher,
                files.place(),
                stored.contract(),
                order.task().orElse(stored.task().task()),
                Settings.DEFAULT_LEASE,
                StageSpec.PATIENT,
                Journal.WAL);
        PersonSpec person = new PersonSpec(
                LabRecord.read(files).people().commands() + 1, order.command(), Duration.ZERO, order.words());
        try (EventLog log = EventLog.append(files.place().events());
                Session session = Session.open(spec, Script.undisturbed(DEADLINE), log)) {
            if (asks(stored)) {
                session.startPublisher();
            }
            LifeEnd end = session.command(person);
            session.rest();
            session.dismiss();
            if (end instanceof LifeEnd.Exited exited) {
                return new Outcome(
                        subject(person, stored), exited.code(), exited.error(), told(log.events(), person.instance()));
            }
            throw new StageException(order.command() + " did not end within " + DEADLINE.toSeconds() + " s; see "
                    + files.log(person.instance()));
        }
    }

    /** Nobody is asked about what is no unknown: a publisher that is started makes its own file where there is none. */
    private boolean asks(StoredTask stored) {
        return order.asks() && stored.task().state().equals("unknown") && Offer.lookup(stored.contract());
    }

    private static String subject(PersonSpec person, StoredTask stored) {
        return person.instance() + " on " + stored.task().task()
                + stored.operation()
                        .map(operation -> ", operation " + operation)
                        .orElse("");
    }

    private static Map<String, String> told(List<Event> events, String instance) {
        Map<String, String> told = new HashMap<>();
        events.stream()
                .filter(event -> event.is(EventType.REPORTED, instance)
                        && List.of("approved", "resolved").contains(event.get("name")))
                .forEach(event -> told.putAll(event.fields()));
        return told;
    }
}
