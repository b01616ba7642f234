package dev.crashharness.orchestrator.cell;

import dev.crashharness.orchestrator.evidence.DatabaseCopy;
import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Ending.Kind;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.LedgerReader;
import dev.crashharness.orchestrator.evidence.Snapshot;
import dev.crashharness.orchestrator.evidence.StoreReader;
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
    private final FaultQueue faults;
    private final EventLog log;
    private final Executioner executioner;
    private final List<Snapshot> snapshots = new ArrayList<>();
    private final List<String> survivors = new ArrayList<>();

    private CellRun(CellPlan plan, EventLog log) {
        this.plan = plan;
        this.log = log;
        this.place = Place.ofCell(plan.directory());
        this.faults = new FaultQueue(plan.cell().faults());
        this.executioner = new Executioner(log, place, plan.dry(), plan.hold());
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
        return new History(
                plan.cell().print(),
                log.events(),
                faults.all(ending.detail().isEmpty() ? "its point was never reached" : ending.detail()),
                snapshots,
                new Ending(ending.kind(), ending.detail(), survivors));
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
        long deadlineNs = System.nanoTime() + plan.deadline().toNanos();
        try (Stage stage = Stage.open(spec, log)) {
            Drive drive = new Drive(stage, log, faults, executioner, deadlineNs);
            try {
                drive.startPublisher();
                return lives(drive);
            } finally {
                dismiss(drive);
                copy(Snapshot.FINAL);
            }
        }
    }

    private Ending lives(Drive drive) throws IOException, StageException, InterruptedException {
        int again = plan.cell().settings().again();
        for (int number = 1; number <= plan.mostLives(); number++) {
            int before = faults.index();
            if (!drive.live(plan.worker(number))) {
                return overdue(drive);
            }
            note(drive.worker().process().survivors(), drive.worker());
            if (!drive.rest()) {
                return overdue(drive);
            }
            boolean killed = executioner.hasKilled(drive.worker());
            if (killed && faults.index() > before) {
                copy("after-" + faults.index());
            }
            int code = drive.worker().exit().orElseThrow().code();
            if (!killed && CONCLUDED.contains(code)) {
                if (again == 0) {
                    return new Ending(Kind.FINISHED, "", List.of());
                }
                again--;
            } else if (!killed && code == LEASE_LIVE) {
                if (!drive.waitForClock(drive.leaseLiveUntilMs())) {
                    return overdue(drive);
                }
            } else if (!killed && code != LEASE_LOST) {
                return failed(drive.worker(), code);
            }
        }
        return new Ending(
                Kind.LIVES_SPENT, plan.mostLives() + " workers have lived and the task is not finished", List.of());
    }

    private Ending overdue(Drive drive) {
        Child worker = drive.worker();
        String last = worker.lastPoint().isEmpty() ? "at no point yet" : "at " + worker.lastPoint();
        return new Ending(
                Kind.DEADLINE,
                "the cell's " + plan.deadline().toSeconds() + " s were over; " + worker.instance() + " was last seen "
                        + last,
                List.of());
    }

    private static Ending failed(Child worker, int code) {
        String said = worker.lastError().isEmpty() ? "see its log" : "it said: " + worker.lastError();
        return new Ending(
                Kind.CHILD_FAILED, worker.instance() + " ended by itself with exit " + code + "; " + said, List.of());
    }

    /** Ends everybody; nobody writes to the databases after this. */
    private void dismiss(Drive drive) {
        if (drive.worker() != null) {
            executioner.dismiss(drive.worker());
            note(drive.worker().process().survivors(), drive.worker());
        }
        drive.publisher().ifPresent(publisher -> {
            executioner.dismiss(publisher);
            note(publisher.process().survivors(), publisher);
        });
    }

    private void note(List<Long> pids, Child child) {
        for (long pid : pids) {
            survivors.add(child.instance() + " left pid " + pid);
            log.note(EventType.SURVIVOR, child.instance(), Map.of("pid", Long.toString(pid)));
        }
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
