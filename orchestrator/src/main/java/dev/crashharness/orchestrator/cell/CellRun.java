package dev.crashharness.orchestrator.cell;

import dev.crashharness.orchestrator.cell.session.Script;
import dev.crashharness.orchestrator.cell.session.Session;
import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Ending.Kind;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.DatabaseCopy;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.LedgerReader;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreReader;
import dev.crashharness.orchestrator.evidence.own.Observation;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.sqlite.DatabaseRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs one cell from the copied template to the last copy of both databases. Used once. */
public final class CellRun {
    private final CellPlan plan;
    private final Place place;
    private final EventLog log;
    private final List<Snapshot> snapshots = new ArrayList<>();
    private List<FaultOutcome> outcomes = List.of();
    private List<Observation> observations = List.of();

    private CellRun(CellPlan plan, EventLog log) {
        this.plan = plan;
        this.log = log;
        this.place = Place.ofCell(plan.directory());
    }

    /**
     * Runs the cell.
     *
     * @return what happened, also when the harness itself failed: the ending says so
     * @throws IOException when not even the evidence directory can be made
     */
    public static History run(CellPlan plan, Launcher launcher) throws IOException, InterruptedException {
        return run(plan, launcher, InstantSource.system());
    }

    /** As {@link #run(CellPlan, Launcher)}; {@code wallClock} is noted beside the monotonic one, and nothing rests on it. */
    static History run(CellPlan plan, Launcher launcher, InstantSource wallClock)
            throws IOException, InterruptedException {
        Place place = Place.ofCell(plan.directory()).create();
        EventLog log = EventLog.append(place.events(), wallClock);
        try {
            return new CellRun(plan, log).play(launcher);
        } finally {
            log.abandon();
        }
    }

    private History play(Launcher launcher) throws InterruptedException {
        Machine machine = Machine.now();
        Ending ending;
        try {
            if (plan.template().isPresent()) {
                DatabaseCopy.into(place.store().getParent(), plan.template().get());
            }
            StageSpec spec = spec(launcher);
            submitAgain(spec);
            ending = onStage(spec, machine);
        } catch (IOException | UncheckedIOException | StageException e) {
            ending = machine.judged(failed(e), place, Set.of());
        } catch (RuntimeException e) {
            ending = machine.judged(Defect.ending(e, plan.directory()), place, Set.of());
        }
        return new History(
                plan.cell().print(),
                log.events(),
                outcomes,
                snapshots,
                ifLogged(ending),
                plan.target().criteria().documented(),
                observations);
    }

    private static Ending failed(Exception why) {
        return new Ending(Kind.HARNESS_FAILED, why.getMessage(), List.of());
    }

    /** An event that was not written is missing in what a person reads, so that the cell has failed; the first error counts. */
    private Ending ifLogged(Ending ending) {
        return log.failure()
                .filter(failure -> ending.kind() != Kind.HARNESS_FAILED)
                .map(failure -> new Ending(Kind.HARNESS_FAILED, failure, ending.survivors()))
                .orElse(ending);
    }

    private StageSpec spec(Launcher launcher) {
        return new StageSpec(
                plan.target(),
                launcher,
                place,
                plan.cell().contract(),
                CellPlan.TASK,
                plan.cell().settings().lease(),
                plan.timeout(),
                plan.cell().settings().store(),
                plan.cell().settings().refusesCancel());
    }

    /** The template was submitted once; each further time must change nothing. */
    private void submitAgain(StageSpec spec) throws IOException, StageException, InterruptedException {
        for (int time = 2; time <= plan.cell().settings().submit(); time++) {
            Submitting.Outcome outcome = Submitting.run(
                    spec, CellPlan.PAYLOAD, plan.cell().settings().approve() > 0);
            if (outcome.exit() != 0) {
                throw new StageException(
                        "submitting the same task again ended with exit " + outcome.exit() + ": " + outcome.error());
            }
        }
    }

    private Ending onStage(StageSpec spec, Machine machine) throws IOException, InterruptedException {
        Script script = new Script(plan.cell().faults(), plan.dry(), plan.hold(), plan.deadline(), this::copyLedger);
        try (Session session = Session.open(spec, script, log);
                Pulse pulse = Pulse.start()) {
            Ending ending = live(session);
            session.dismiss();
            Ending last = new Ending(ending.kind(), ending.detail(), session.survivors());
            return withLastCopy(spec.launcher(), machine.judged(last, place, session.survivorPids()), pulse.longest());
        }
    }

    /** The first thing that goes wrong is kept: what follows from it would hide it. */
    private Ending live(Session session) throws InterruptedException {
        try {
            session.startPublisher();
            session.startWatcher();
            Ending ending = new Succession(plan, session, new People(plan, place), this::copy).play();
            probe(session);
            outcomes = session.outcomes(ending.detail().isEmpty() ? "its point was never reached" : ending.detail());
            return ending;
        } catch (IOException | UncheckedIOException | DatabaseRefusedException | StageException e) {
            outcomes = session.outcomes(e.getMessage());
            return failed(e);
        } catch (RuntimeException e) {
            Ending ending = Defect.ending(e, plan.directory());
            outcomes = session.outcomes(ending.detail());
            return ending;
        }
    }

    private Ending withLastCopy(Launcher launcher, Ending ending, Duration longestPause) throws InterruptedException {
        try {
            String pause = Long.toString(longestPause.toMillis());
            copy(Snapshot.FINAL, Map.of("label", Snapshot.FINAL, "pause_ms", pause));
            observations = new Questioning(plan.target(), place, launcher).ask();
            return ending;
        } catch (IOException e) {
            return ending.kind() == Kind.HARNESS_FAILED
                    ? ending
                    : new Ending(Kind.HARNESS_FAILED, e.getMessage(), ending.survivors());
        }
    }

    /** The same operation with other content: what dedups must refuse it, and nothing may change. */
    private void probe(Session session) throws IOException, StageException, InterruptedException {
        if (!plan.cell().settings().probe()) {
            return;
        }
        Path copy = DatabaseCopy.into(place.directory().resolve("probe"), place.store());
        Optional<StoreImage.Intent> intent = StoreReader.read(copy).intent();
        if (intent.isPresent()) {
            session.ask(intent.get().operation(), intent.get().payload() + " (probe)");
            session.rest();
        }
    }

    /** The publisher is dead and the worker lives: only the ledger holds still. */
    private void copyLedger(int fault) throws StageException {
        String label = "after-" + fault;
        try {
            Path ledger = DatabaseCopy.into(place.directory().resolve(label), place.ledger());
            log.note(EventType.COPY, "harness", Map.of("label", label));
            snapshots.add(new Snapshot(label, StoreImage.notCopied(), LedgerReader.read(ledger)));
        } catch (IOException | UncheckedIOException | DatabaseRefusedException e) {
            throw new StageException("the copy " + label + " of the ledger failed: " + e.getMessage());
        }
    }

    private void copy(String label) throws IOException {
        copy(label, Map.of("label", label));
    }

    private void copy(String label, Map<String, String> noted) throws IOException {
        Path directory = place.directory().resolve(label);
        Path store = DatabaseCopy.into(directory, place.store());
        Path ledger = DatabaseCopy.into(directory, place.ledger());
        log.note(EventType.COPY, "harness", noted);
        boolean documented = plan.target().criteria().documented();
        try {
            StoreImage image = documented ? StoreReader.read(store) : StoreImage.notCopied();
            boolean ours = plan.target().link().bundledPublisher() && Files.exists(ledger);
            snapshots.add(new Snapshot(
                    label, image, documented || ours ? LedgerReader.read(ledger) : LedgerImage.notCopied()));
        } catch (DatabaseRefusedException | UncheckedIOException e) {
            throw new IOException("the copy " + label + " cannot be read: " + e.getMessage(), e);
        }
    }
}
