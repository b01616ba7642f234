package dev.crashharness.orchestrator.matrix.plan;

import dev.crashharness.orchestrator.judge.model.Expected;
import dev.crashharness.orchestrator.judge.model.Forecast;
import dev.crashharness.orchestrator.judge.model.Prediction;
import dev.crashharness.orchestrator.judge.model.ReferenceModel;
import dev.crashharness.orchestrator.judge.model.Unreachable;
import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.matrix.file.Candidate;
import dev.crashharness.orchestrator.matrix.file.MatrixFile;
import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.plan.Plan;
import dev.crashharness.orchestrator.schedule.plan.UnplannableCellException;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A cell with what must come of it, settled before it runs.
 *
 * @param forecast empty for a target that has no model: only its own checks know what must come of it
 */
public record PlannedCell(Cell cell, Optional<Prediction> forecast) {
    /** A cell that the model has predicted. */
    public PlannedCell(Cell cell, Prediction prediction) {
        this(cell, Optional.of(prediction));
    }

    /** A cell for a target without a model. */
    public static PlannedCell withoutModel(Cell cell) {
        return new PlannedCell(Plan.check(cell), Optional.empty());
    }

    /** Plans {@code cell} with a model where there is one for what is tested. */
    public static PlannedCell of(Cell cell, boolean documented) {
        return documented ? of(cell) : withoutModel(cell);
    }

    /**
     * Plans {@code cell}.
     *
     * @throws UnplannableCellException when its parts contradict each other, or the model never reaches one of its faults
     */
    public static PlannedCell of(Cell cell) {
        return planned(new Candidate(cell, false, Set.of())).orElseThrow();
    }

    /**
     * Plans the cells of a matrix file, without those that the file allows to be left out, and
     * then what is drawn with {@code seed} from its samples.
     *
     * @throws YamlFileException when nothing is left of what somebody wrote down, or too little to draw from
     * @throws UnplannableCellException as {@link #of}
     */
    public static List<PlannedCell> all(MatrixFile file, long seed) {
        Map<Cell, PlannedCell> cells = new LinkedHashMap<>();
        file.cells().stream()
                .flatMap(candidate -> planned(candidate).stream())
                .forEach(planned -> cells.put(planned.cell(), planned));
        Combinations.requireCells(file.combinations(), cells);
        file.samples().stream()
                .flatMap(sample -> Draw.from(sample, seed).stream())
                .forEach(planned -> cells.putIfAbsent(planned.cell(), planned));
        return List.copyOf(cells.values());
    }

    /** Plans a cell that was drawn, unless its parts contradict each other or it is one to be left out. */
    static Optional<PlannedCell> ifWanted(Candidate drawn) {
        try {
            return planned(drawn);
        } catch (UnplannableCellException e) {
            return Optional.empty();
        }
    }

    private static Optional<PlannedCell> planned(Candidate candidate) {
        Cell cell = Plan.check(candidate.cell());
        cell.faults().stream()
                .filter(fault -> fault.point().isSys())
                .findFirst()
                .ifPresent(fault -> {
                    throw new UnplannableCellException(
                            cell,
                            fault
                                    + " names a system call, of which the model of the documented schema knows nothing, so run it on a"
                                    + " target with schema: own");
                });
        Forecast forecast = ReferenceModel.predict(cell);
        if (forecast instanceof Prediction prediction) {
            return Optional.of(new PlannedCell(cell, prediction))
                    .filter(planned -> candidate.wants(planned.endStates()));
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

    /**
     * Its line in {@code plan.jsonl}: the states of one right course, and under {@code alternatives} those of each other
     * that is told apart by them; the list is empty unless a race is legitimate.
     */
    public Map<String, Object> line() {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("cell", cell.print());
        if (forecast.isEmpty()) {
            line.put("expected", null);
            return line;
        }
        List<Map<String, Object>> courses =
                forecast.get().courses().map(PlannedCell::states).distinct().toList();
        line.putAll(courses.get(0));
        line.put("alternatives", courses.subList(1, courses.size()));
        return line;
    }

    /** What the model said; to be asked only where there is one. */
    public Prediction prediction() {
        return forecast.orElseThrow();
    }

    /** The likeliest end in words, or null without a model. */
    public StateWords expected() {
        return forecast.map(prediction -> StateWords.of(prediction.end())).orElse(null);
    }

    /** The states in which it may end; to be asked only where there is a model. */
    Set<TaskState> endStates() {
        return prediction().ends().stream().map(Expected::state).collect(Collectors.toSet());
    }

    /** The ends of all right courses in words, without repetition, the likeliest first. */
    public List<StateWords> ends() {
        return forecast.stream()
                .flatMap(prediction -> prediction.ends().stream())
                .map(StateWords::of)
                .distinct()
                .toList();
    }

    private static Map<String, Object> states(Prediction course) {
        Map<String, Object> states = new LinkedHashMap<>();
        states.put(
                "expected_after_faults",
                course.afterFaults().stream().map(StateWords::of).toList());
        states.put("expected", StateWords.of(course.end()));
        return states;
    }
}
