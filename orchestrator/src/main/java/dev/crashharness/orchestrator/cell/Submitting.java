package dev.crashharness.orchestrator.cell;

import dev.crashharness.orchestrator.cell.session.LifeEnd;
import dev.crashharness.orchestrator.cell.session.Script;
import dev.crashharness.orchestrator.cell.session.Session;
import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.target.Programs;
import java.io.IOException;
import java.time.Duration;
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
    public static Outcome run(StageSpec spec, String payload) throws IOException, InterruptedException, StageException {
        return run(spec, payload, false);
    }

    /** As {@link #run(StageSpec, String)}, and says whether a person has to approve it. */
    public static Outcome run(StageSpec spec, String payload, boolean needsApproval)
            throws IOException, InterruptedException, StageException {
        Place place = spec.place().create();
        try (EventLog log = EventLog.append(place.events());
                Session session = Session.open(spec, Script.undisturbed(DEADLINE), log)) {
            WorkerSpec submitter = new WorkerSpec(0, "submitter", Duration.ZERO, Optional.of(payload), needsApproval);
            LifeEnd end = session.live(submitter, "submit");
            if (end instanceof LifeEnd.Exited exited) {
                return new Outcome(exited.code(), exited.error());
            }
            throw new StageException(
                    spec.target().wrong(Programs.SUBMIT, "submit did not end within " + DEADLINE.toSeconds() + " s"));
        }
    }
}
