package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.cell.CellPlan;
import dev.crashharness.orchestrator.cell.Submitting;
import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.publisher.protocol.Contract;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What all cells of a run share: the target, the launcher, and one submitted store per contract to start from, because a
 * copied file costs 2 ms and a submitting process 250.
 *
 * @param templates a store per contract, into which the task was submitted
 */
public record Bench(Target target, Launcher launcher, Map<Contract, Path> templates) {
    /** Submits once per contract, into {@code directory}. */
    public static Bench prepare(Target target, Launcher launcher, Collection<Contract> contracts, Path directory)
            throws IOException, InterruptedException, StageException {
        Map<Contract, Path> templates = new HashMap<>();
        for (Contract contract : Set.copyOf(contracts)) {
            Place place = Place.ofCell(directory.resolve(contract.id().replace(':', '-')));
            StageSpec spec = new StageSpec(
                    target, launcher, place, contract, CellPlan.TASK, Duration.ofSeconds(60), StageSpec.PATIENT);
            Submitting.Outcome outcome = Submitting.run(spec, CellPlan.PAYLOAD);
            if (outcome.exit() != 0) {
                throw new IOException("the task could not be submitted under " + contract + ": exit " + outcome.exit()
                        + ", " + outcome.error() + "; see " + place.logs());
            }
            templates.put(contract, place.store());
        }
        return new Bench(target, launcher, templates);
    }

    /** The plan of {@code cell} on this bench. */
    CellPlan plan(PlannedCell planned, Path directory, boolean dry) {
        return new CellPlan(
                planned.cell(),
                target,
                directory,
                templates.get(planned.cell().contract()),
                dry,
                CellPlan.DEADLINE,
                Hold.NOT);
    }
}
