package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.cell.CellPlan;
import dev.crashharness.orchestrator.cell.Submitting;
import dev.crashharness.orchestrator.cell.session.Hold;
import dev.crashharness.orchestrator.cell.stage.Place;
import dev.crashharness.orchestrator.cell.stage.StageException;
import dev.crashharness.orchestrator.cell.stage.StageSpec;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.process.Launcher;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Journal;
import dev.crashharness.orchestrator.schedule.Settings;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.publisher.protocol.Contract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What all cells of a run share: the target, the launcher, and one submitted store per ground to start from, because a
 * copied file costs 2 ms and a submitting process 250.
 *
 * @param templates a store per ground, into which the task was submitted; none for a target that submits nothing
 */
public record Bench(Target target, Launcher launcher, Map<Ground, Path> templates) {
    /** What a store is made for. */
    public record Ground(Contract contract, Journal journal, boolean needsApproval) {
        static Ground of(Cell cell) {
            return new Ground(
                    cell.contract(), cell.settings().store(), cell.settings().approve() > 0);
        }

        /** Those that a cell with fewer settings stands on, this one among them. */
        Set<Ground> andSimpler() {
            Set<Ground> all = new LinkedHashSet<>();
            for (Journal each : List.of(journal, Settings.DEFAULTS.store())) {
                all.add(new Ground(contract, each, needsApproval));
                all.add(new Ground(contract, each, false));
            }
            return all;
        }

        String directory() {
            return contract.id().replace(':', '-') + "-" + journal.id() + (needsApproval ? "-approval" : "");
        }
    }

    /** Submits once for each ground that {@code cells} stand on, into {@code directory}. */
    public static Bench prepare(Target target, Launcher launcher, Collection<Cell> cells, Path directory)
            throws IOException, InterruptedException, StageException {
        return submit(target, launcher, cells.stream().map(Ground::of).collect(Collectors.toSet()), directory);
    }

    /** The same for {@code cell} and all that has fewer faults and settings. */
    static Bench forShorter(Target target, Launcher launcher, Cell cell, Path directory)
            throws IOException, InterruptedException, StageException {
        return submit(target, launcher, Ground.of(cell).andSimpler(), directory);
    }

    private static Bench submit(Target target, Launcher launcher, Set<Ground> grounds, Path directory)
            throws IOException, InterruptedException, StageException {
        Map<Ground, Path> templates = new HashMap<>();
        if (!target.programs().submits()) {
            return new Bench(target, launcher, templates);
        }
        for (Ground ground : grounds) {
            Place place = Place.ofCell(directory.resolve(ground.directory()));
            StageSpec spec = new StageSpec(
                    target,
                    launcher,
                    place,
                    ground.contract(),
                    CellPlan.TASK,
                    Settings.DEFAULT_LEASE,
                    StageSpec.PATIENT,
                    ground.journal());
            Submitting.Outcome outcome = Submitting.run(spec, CellPlan.PAYLOAD, ground.needsApproval());
            if (outcome.exit() != 0) {
                throw new IOException(target.wrong(
                        Programs.SUBMIT,
                        "the task could not be submitted under " + ground.contract() + ": exit " + outcome.exit() + ", "
                                + outcome.error() + "; see " + place.logs()));
            }
            templates.put(ground, place.store());
        }
        return new Bench(target, launcher, templates);
    }

    /**
     * The store that {@code cell} starts from; empty for a target that submits nothing.
     *
     * @throws IllegalStateException when none was prepared for it: without its task it would fail of something else
     */
    public Optional<Path> template(Cell cell) {
        Optional<Path> template = Optional.ofNullable(templates.get(Ground.of(cell)));
        if (template.isEmpty() && target.programs().submits()) {
            throw new IllegalStateException("no store was prepared for " + cell.print() + ", only for "
                    + templates.keySet().stream()
                            .map(Ground::directory)
                            .sorted()
                            .toList());
        }
        return template;
    }

    /** The plan of {@code cell} on this bench. */
    CellPlan plan(PlannedCell planned, Path directory, boolean dry) {
        return new CellPlan(
                planned.cell(),
                target,
                directory,
                template(planned.cell()),
                dry,
                target.criteria().limits().cell(),
                Hold.NOT);
    }
}
