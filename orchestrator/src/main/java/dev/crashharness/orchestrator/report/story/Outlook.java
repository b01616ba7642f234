package dev.crashharness.orchestrator.report.story;

import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.judge.model.Prediction;
import dev.crashharness.orchestrator.judge.model.ReferenceModel;
import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.CellSyntaxException;
import java.util.List;
import java.util.Optional;

/** What the model says of a cell, looked up by the label of a copy. */
public record Outlook(Optional<Prediction> prediction) {
    /** The outlook of the cell that {@code history} is of; empty where there is no model of what was tested. */
    static Outlook of(History history) {
        return history.documented() ? of(history.cell()) : new Outlook(Optional.empty());
    }

    /** The outlook of the cell with this id; empty for a cell that this version does not know or cannot predict. */
    public static Outlook of(String cell) {
        try {
            return new Outlook(Optional.of(ReferenceModel.predict(Cell.parse(cell)))
                    .filter(Prediction.class::isInstance)
                    .map(Prediction.class::cast));
        } catch (CellSyntaxException unknown) {
            return new Outlook(Optional.empty());
        }
    }

    /** The states that are right in the copy called {@code label}, the likeliest first; empty when nothing is known. */
    List<StateWords> at(String label) {
        return prediction.stream()
                .flatMap(Prediction::courses)
                .flatMap(course -> course.at(label).stream())
                .map(StateWords::of)
                .distinct()
                .toList();
    }
}
