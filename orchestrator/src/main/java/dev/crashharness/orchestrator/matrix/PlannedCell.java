package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.judge.model.Forecast;
import dev.crashharness.orchestrator.judge.model.Prediction;
import dev.crashharness.orchestrator.judge.model.ReferenceModel;
import dev.crashharness.orchestrator.judge.model.Unreachable;
import dev.crashharness.orchestrator.matrix.file.Candidate;
import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.plan.Plan;
import dev.crashharness.orchestrator.schedule.plan.UnplannableCellException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cell with what must come of it, settled before it runs. */
public record PlannedCell(Cell cell, Prediction prediction) {
    /**
     * Plans {@code cell}.
     *
     * @throws UnplannableCellException when its parts contradict each other, or the model never reaches one of its faults
     */
    public static PlannedCell of(Cell cell) {
        return planned(new Candidate(cell, false)).orElseThrow();
    }

    /**
     * Plans the cells of a matrix file, without those that the file allows to be left out and the model never reaches.
     *
     * @throws UnplannableCellException as {@link #of}
     */
    public static List<PlannedCell> all(List<Candidate> candidates) {
        return candidates.stream()
                .flatMap(candidate -> planned(candidate).stream())
                .toList();
    }

    private static Optional<PlannedCell> planned(Candidate candidate) {
        Cell cell = Plan.check(candidate.cell());
        Forecast forecast = ReferenceModel.predict(cell);
        if (forecast instanceof Prediction prediction) {
            return Optional.of(new PlannedCell(cell, prediction));
        }
        if (forecast instanceof Unreachable unreachable && !candidate.reachableOnly()) {
            throw new UnplannableCellException(cell, unreachable.why());
        }
        return Optional.empty();
    }

    /**
     * Plans {@code cell} although its faults are never reached, which planning refuses everywhere else: the control that a
     * run without its fault proves nothing. Expected is what comes of the cell without them.
     *
     * @throws IllegalArgumentException when the cell without faults cannot be planned either
     */
    public static PlannedCell neverReached(Cell cell) {
        Cell undisturbed = new Cell(cell.contract(), List.of(), cell.settings());
        return new PlannedCell(cell, ReferenceModel.predict(undisturbed).orThrow());
    }

    /** Its line in {@code plan.jsonl}. */
    public Map<String, Object> line() {
        List<StateWords> after =
                prediction.afterFaults().stream().map(StateWords::of).toList();
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("cell", cell.print());
        line.put("expected_after_faults", after);
        line.put("expected", StateWords.of(prediction.end()));
        return line;
    }
}
