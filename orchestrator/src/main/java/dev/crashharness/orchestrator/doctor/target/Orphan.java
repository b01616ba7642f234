package dev.crashharness.orchestrator.doctor.target;

import dev.crashharness.orchestrator.cell.CellPlan;
import dev.crashharness.orchestrator.cell.stage.Child;
import dev.crashharness.orchestrator.cell.stage.Happening;
import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.cell.stage.Stage;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.control.ControlMessage;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.database.DatabaseCopy;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.wire.Disposition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A worker that stands at its first point while the harness goes away. */
final class Orphan {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Stage stage;

    private Orphan(Stage stage) {
        this.stage = stage;
    }

    /**
     * Whether it ended within 5 seconds; empty when it never stood anywhere.
     *
     * @param template a store with the task, when one is submitted
     */
    static Optional<Boolean> ends(Target target, Launcher launcher, Path directory, Optional<Path> template)
            throws IOException, InterruptedException, StageException {
        Place place = Place.ofCell(directory).create();
        if (template.isPresent()) {
            DatabaseCopy.into(place.store().getParent(), template.get());
        }
        StageSpec spec = new StageSpec(
                target,
                launcher,
                place,
                Cell.parse(TargetDoctor.contract(target) + "/none").contract(),
                CellPlan.TASK,
                Settings.DEFAULT_LEASE,
                StageSpec.PATIENT,
                Settings.DEFAULTS.store());
        try (EventLog log = EventLog.append(place.events());
                Stage stage = Stage.open(spec, log)) {
            return new Orphan(stage).ends();
        }
    }

    private Optional<Boolean> ends() throws InterruptedException, StageException {
        Child publisher = stage.startPublisher(1);
        try {
            Child worker = stage.startWorker(WorkerSpec.running(1, "worker-1", Duration.ZERO), Programs.RUN);
            try {
                if (!stands(worker)) {
                    return Optional.empty();
                }
                stage.close();
                return Optional.of(ended(worker));
            } finally {
                worker.process().close();
            }
        } finally {
            publisher.process().close();
        }
    }

    private boolean stands(Child worker) throws InterruptedException, StageException {
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (true) {
            Optional<Happening> next = stage.next(end);
            if (next.isEmpty()) {
                return false;
            }
            if (next.get() instanceof Happening.Held held) {
                held.answer().complete(Disposition.FORWARD);
            } else if (next.get() instanceof Happening.Ended ended
                    && ended.instance().equals(worker.instance())) {
                return false;
            } else if (next.get() instanceof Happening.Said said) {
                if (said.message() instanceof ControlMessage.Listening listening) {
                    stage.publisherListens(listening);
                } else if (said.message() instanceof ControlMessage.At at
                        && at.instance().equals(worker.instance())) {
                    return true;
                }
            }
        }
    }

    private static boolean ended(Child worker) throws InterruptedException {
        try {
            worker.process().exit().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException livesOn) {
            return false;
        } catch (ExecutionException lost) {
            return true;
        }
    }
}
