package dev.crashharness.orchestrator.matrix.plan;

import dev.crashharness.orchestrator.matrix.file.Candidate;
import dev.crashharness.orchestrator.matrix.file.MatrixFile;
import dev.crashharness.orchestrator.schedule.plan.UnplannableCellException;
import dev.crashharness.orchestrator.target.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The cells of a matrix that a target can be put through.
 *
 * @param leftOut how many could not, by what the target lacks
 */
public record Fitting(List<PlannedCell> cells, Map<String, Integer> leftOut) {
    public Fitting {
        cells = List.copyOf(cells);
    }

    /**
     * Plans {@code file} for {@code target}, with its samples drawn by {@code seed}.
     *
     * @throws UnplannableCellException as {@link PlannedCell#of(dev.crashharness.orchestrator.schedule.Cell)}
     */
    public static Fitting of(MatrixFile file, long seed, Target target) {
        Map<String, Integer> leftOut = new TreeMap<>();
        List<PlannedCell> planned =
                target.criteria().documented() ? PlannedCell.all(file, seed) : withoutModel(file, leftOut);
        List<PlannedCell> cells = new ArrayList<>();
        for (PlannedCell cell : planned) {
            Optional<String> lacking = target.scope().lacks(cell.cell());
            lacking.ifPresent(what -> leftOut.merge(what, 1, Integer::sum));
            if (lacking.isEmpty()) {
                cells.add(cell);
            }
        }
        return new Fitting(cells, leftOut);
    }

    /** What depends on the model's word, nobody can choose here. */
    private static List<PlannedCell> withoutModel(MatrixFile file, Map<String, Integer> leftOut) {
        List<PlannedCell> cells = new ArrayList<>();
        for (Candidate candidate : file.cells()) {
            if (candidate.reachableOnly() || !candidate.ends().isEmpty()) {
                leftOut.merge("a model that says what can be reached", 1, Integer::sum);
            } else {
                cells.add(PlannedCell.withoutModel(candidate.cell()));
            }
        }
        return cells;
    }

    /** What was left out, for a person; one sentence each. */
    public List<String> notes() {
        return leftOut.entrySet().stream()
                .map(each -> each.getValue() + " cells are left out: the target does not have " + each.getKey())
                .toList();
    }
}
