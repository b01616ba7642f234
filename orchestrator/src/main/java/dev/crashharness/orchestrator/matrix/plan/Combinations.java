package dev.crashharness.orchestrator.matrix.plan;

import dev.crashharness.orchestrator.judge.model.Forecast;
import dev.crashharness.orchestrator.judge.model.Prediction;
import dev.crashharness.orchestrator.judge.model.ReferenceModel;
import dev.crashharness.orchestrator.judge.model.Unreachable;
import dev.crashharness.orchestrator.matrix.file.Candidate;
import dev.crashharness.orchestrator.matrix.file.Combination;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Refuses what was written into a matrix file and of which planning leaves nothing. */
final class Combinations {
    private Combinations() {}

    /**
     * Looks at each of {@code combinations}.
     *
     * @param planned what is left of all entries of the file together
     * @throws YamlFileException for the first of which no cell is left
     */
    static void requireCells(List<Combination> combinations, Map<Cell, PlannedCell> planned) {
        for (Combination combination : combinations) {
            if (combination.cells().stream().noneMatch(each -> isLeft(each, planned))) {
                throw combination.leavesNothing(whyNot(combination.cells().get(0)));
            }
        }
    }

    /** Not because another entry has kept the cell, however it ends, nor left out because this one asks how it ends. */
    private static boolean isLeft(Candidate candidate, Map<Cell, PlannedCell> planned) {
        return Optional.ofNullable(planned.get(candidate.cell()))
                .or(() -> predicted(candidate.cell()))
                .filter(cell -> candidate.wants(cell.endStates()))
                .isPresent();
    }

    private static Optional<PlannedCell> predicted(Cell cell) {
        return ReferenceModel.predict(cell) instanceof Prediction prediction
                ? Optional.of(new PlannedCell(cell, prediction))
                : Optional.empty();
    }

    private static String whyNot(Candidate candidate) {
        Forecast forecast = ReferenceModel.predict(candidate.cell());
        return forecast instanceof Unreachable unreachable
                ? unreachable.why()
                : "it ends " + ((Prediction) forecast).end().state().id();
    }
}
