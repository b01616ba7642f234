package dev.crashharness.orchestrator.cell;

import dev.crashharness.orchestrator.cell.session.LifeEnd;
import dev.crashharness.orchestrator.cell.session.Session;
import dev.crashharness.orchestrator.cell.session.Session.Script;
import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Ending.Kind;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.database.DatabaseCopy;
import dev.crashharness.orchestrator.evidence.database.LedgerReader;
import dev.crashharness.orchestrator.evidence.database.StoreReader;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.sqlite.DatabaseRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs one cell from the copied template to the last copy of both databases. Used once. */
public final class CellRun {
    /** The workers' own words for how a life ended. */
    private static final int LEASE_LOST = 10;

    private static final int LEASE_LIVE = 11;
    private static final List<Integer> CONCLUDED = List.of(0, 12, 14);

    private final CellPlan plan;
    private final Place place;
    private final EventLog log;
    private final List<Snapshot> snapshots = new ArrayList<>();
    private List<FaultOutcome> outcomes = List.of();

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
        Place place = Place.ofCell(plan.directory()).create();
        try (EventLog log = EventLog.append(place.events())) {
            return new CellRun(plan, log).play(launcher);
        }
    }

    private History play(Launcher launcher) throws InterruptedException {
        Ending ending;
        try {
            DatabaseCopy.into(place.store().getParent(), plan.template());
            ending = onStage(launcher);
        } catch (IOException | StageException e) {
            ending = new Ending(Kind.HARNESS_FAILED, e.getMessage(), List.of());
        }
        return new History(plan.cell().print(), log.events(), outcomes, snapshots, ending);
    }

    private Ending onStage(Launcher launcher) throws IOException, StageException, InterruptedException {
        StageSpec spec = new StageSpec(
                plan.target(),
                launcher,
                place,
                plan.cell().contract(),
                CellPlan.TASK,
                plan.cell().settings().lease(),
                plan.timeout());
        Script script = new Script(plan.cell().faults(), plan.dry(), plan.hold(), plan.deadline());
        try (Session session = Session.open(spec, script, log)) {
            try {
                session.startPublisher();
                Ending ending = lives(session);
                outcomes =
                        session.outcomes(ending.detail().isEmpty() ? "its point was never reached" : ending.detail());
                session.dismiss();
                return new Ending(ending.kind(), ending.detail(), session.survivors());
            } catch (StageException e) {
                outcomes = session.outcomes(e.getMessage());
                throw e;
            } finally {
                session.dismiss();
                copy(Snapshot.FINAL);
            }
        }
    }

    private Ending lives(Session session) throws IOException, StageException, InterruptedException {
        int again = plan.cell().settings().again();
        for (int number = 1; number <= plan.mostLives(); number++) {
            WorkerSpec worker = plan.worker(number);
            int settled = session.settledFaults();
            LifeEnd end = session.live(worker);
            if (end instanceof LifeEnd.Overdue overdue) {
                return overdue(worker, overdue.lastPoint());
            }
            if (!session.rest()) {
                return overdue(worker, "");
            }
            if (end instanceof LifeEnd.Killed && session.settledFaults() > settled) {
                copy("after-" + session.settledFaults());
            }
            if (end instanceof LifeEnd.Exited exited) {
                if (CONCLUDED.contains(exited.code())) {
                    if (again-- == 0) {
                        return new Ending(Kind.FINISHED, "", List.of());
                    }
                } else if (exited.code() == LEASE_LIVE) {
                    if (!session.waitForClock(exited.leaseLiveUntilMs())) {
                        return overdue(worker, "");
                    }
                } else if (exited.code() != LEASE_LOST) {
                    return failed(worker, exited);
                }
            }
        }
        return new Ending(
                Kind.LIVES_SPENT, plan.mostLives() + " workers have lived and the task is not finished", List.of());
    }

    private Ending overdue(WorkerSpec worker, String lastPoint) {
        String last = lastPoint.isEmpty() ? "" : " at " + lastPoint;
        return new Ending(
                Kind.DEADLINE,
                "the cell's " + plan.deadline().toSeconds() + " s were over; the last worker was " + worker.instance()
                        + last,
                List.of());
    }

    private static Ending failed(WorkerSpec worker, LifeEnd.Exited end) {
        String said = end.error().isEmpty() ? "see its log" : "it said: " + end.error();
        return new Ending(
                Kind.CHILD_FAILED,
                worker.instance() + " ended by itself with exit " + end.code() + "; " + said,
                List.of());
    }

    private void copy(String label) throws IOException {
        Path directory = place.directory().resolve(label);
        Path store = DatabaseCopy.into(directory, place.store());
        Path ledger = DatabaseCopy.into(directory, place.ledger());
        log.note(EventType.COPY, "harness", Map.of("label", label));
        try {
            snapshots.add(new Snapshot(label, StoreReader.read(store), LedgerReader.read(ledger)));
        } catch (DatabaseRefusedException e) {
            throw new IOException("the copy " + label + " cannot be read: " + e.getMessage(), e);
        }
    }
}
