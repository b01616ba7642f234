package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.judge.model.Forecast;
import dev.crashharness.orchestrator.judge.model.Prediction;
import dev.crashharness.orchestrator.judge.model.ReferenceModel;
import dev.crashharness.orchestrator.judge.model.Unreachable;
import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.plan.Plan;
import dev.crashharness.orchestrator.schedule.plan.UnplannableCellException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A cell with what must come of it, settled before it runs. */
public record PlannedCell(Cell cell, Prediction prediction) {
    /**
     * Plans {@code cell}.
     *
     * @throws UnplannableCellException when its parts contradict each other, or the model never reaches one of its faults
     */
    public static PlannedCell of(Cell cell) {
        Forecast forecast = ReferenceModel.predict(Plan.check(cell));
        if (forecast instanceof Unreachable unreachable) {
            throw new UnplannableCellException(cell, unreachable.why());
        }
        return new PlannedCell(cell, (Prediction) forecast);
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
