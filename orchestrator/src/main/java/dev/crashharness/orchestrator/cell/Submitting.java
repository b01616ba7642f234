package dev.crashharness.orchestrator.cell;

import dev.crashharness.orchestrator.evidence.EventLog;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Submits a task through a short worker process: this process must not open a database that it may have to copy later.
 */
public final class Submitting {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private Submitting() {}

    /**
     * What became of it.
     *
     * @param exit the worker's exit code: 0 stored or unchanged, 2 configuration, 3 refused
     * @param error one sentence when it was not 0
     */
    public record Outcome(int exit, String error) {}

    /** Submits the stage's task with {@code payload}. */
    public static Outcome run(StageSpec spec, String payload)
            throws IOException, InterruptedException, StageException {
        Place place = spec.place().create();
        try (EventLog log = EventLog.append(place.events());
                Stage stage = Stage.open(spec, log)) {
            Executioner executioner = new Executioner(log, place, false, Hold.NOT);
            Drive drive = new Drive(
                    stage, log, new FaultQueue(List.of()), executioner, System.nanoTime() + DEADLINE.toNanos());
            try {
                WorkerSpec submitter = new WorkerSpec(0, "submitter", Duration.ZERO, Optional.of(payload));
                if (!drive.live(submitter, "submit")) {
                    throw new StageException("submit did not end within " + DEADLINE.toSeconds() + " s");
                }
                Child child = drive.worker();
                return new Outcome(child.exit().orElseThrow().code(), child.lastError());
            } finally {
                if (drive.worker() != null) {
                    executioner.dismiss(drive.worker());
                }
            }
        }
    }
}
