package dev.crashharness.orchestrator.matrix.plan;

import dev.crashharness.orchestrator.matrix.file.Candidate;
import dev.crashharness.orchestrator.matrix.file.MatrixFile;
import dev.crashharness.orchestrator.matrix.file.Sample;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.plan.UnplannableCellException;
import dev.crashharness.orchestrator.target.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The cells of a matrix that a target can be put through.
 *
 * @param leftOut how many could not, by what the target lacks
 */
public record Fitting(List<PlannedCell> cells, Map<String, Integer> leftOut) {
    private static final int MOST_NAMED = 3;
    private static final String A_MODEL = "a model that says what can be reached";

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
            Optional<String> lacking = target.lacks(cell.cell());
            lacking.ifPresent(what -> leftOut.merge(what, 1, Integer::sum));
            if (lacking.isEmpty()) {
                cells.add(cell);
            }
        }
        return new Fitting(cells, leftOut);
    }

    /**
     * Plans {@code cells}, which were run before, for {@code target}, which may have been another one then.
     *
     * @throws UnplannableCellException as {@link PlannedCell#of(Cell)}
     */
    public static Fitting again(List<Cell> cells, Target target) {
        Map<String, Integer> leftOut = new TreeMap<>();
        List<PlannedCell> fitting = new ArrayList<>();
        for (Cell cell : cells) {
            Optional<String> lacking = target.lacks(cell);
            lacking.ifPresent(what -> leftOut.merge(what, 1, Integer::sum));
            if (lacking.isEmpty()) {
                fitting.add(PlannedCell.of(cell, target.criteria().documented()));
            }
        }
        return new Fitting(fitting, leftOut);
    }

    /** What depends on the model's word, nobody can choose here. */
    private static List<PlannedCell> withoutModel(MatrixFile file, Map<String, Integer> leftOut) {
        List<PlannedCell> cells = new ArrayList<>();
        for (Candidate candidate : file.cells()) {
            if (candidate.reachableOnly() || !candidate.ends().isEmpty()) {
                leftOut.merge(A_MODEL, 1, Integer::sum);
            } else {
                cells.add(PlannedCell.withoutModel(candidate.cell()));
            }
        }
        for (Sample sample : file.samples()) {
            leftOut.merge(A_MODEL, sample.count(), Integer::sum);
        }
        return cells;
    }

    /** What was left out, for a person, in one sentence; none when nothing was. */
    public List<String> notes() {
        if (leftOut.isEmpty()) {
            return List.of();
        }
        int count = leftOut.values().stream().mapToInt(Integer::intValue).sum();
        String named = leftOut.keySet().stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
        int more = leftOut.size() - MOST_NAMED;
        return List.of(count + (count == 1 ? " cell is" : " cells are") + " left out: the target does not have " + named
                + (more > 0 ? ", and " + more + " other things" : ""));
    }
}
