package dev.crashharness.orchestrator.judge.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The right outcome of one cell: one course, or several where a race is legitimate.
 *
 * @param afterFaults one per fault in schedule order, each once nothing is under way any more
 * @param end when all workers, {@code again} included, have ended
 * @param fence what the cell must show besides
 * @param alternatives the other courses that are right too; each is whole in itself, and has none of its own
 */
public record Prediction(List<Expected> afterFaults, Expected end, Fence fence, List<Prediction> alternatives)
        implements Forecast {
    private static final String AFTER = "after-";
    private static final String FINAL = "final";

    public Prediction {
        afterFaults = List.copyOf(afterFaults);
        alternatives = List.copyOf(alternatives);
    }

    /** The only right course. */
    public Prediction(List<Expected> afterFaults, Expected end, Fence fence) {
        this(afterFaults, end, fence, List.of());
    }

    /** All right courses, this one first. */
    public Stream<Prediction> courses() {
        return Stream.concat(Stream.of(this), alternatives.stream());
    }

    /** The ends of all right courses, without repetition. */
    public List<Expected> ends() {
        return courses().map(Prediction::end).distinct().toList();
    }

    /** The label of the copy that is taken after fault {@code number} (1-based). */
    public static String labelAfter(int number) {
        return AFTER + number;
    }

    /** What the copy called {@code label} must hold in this course: {@code after-N}, or {@code final} for the end. */
    public Optional<Expected> at(String label) {
        for (int number = 1; number <= afterFaults.size(); number++) {
            if (labelAfter(number).equals(label)) {
                return Optional.of(afterFaults.get(number - 1));
            }
        }
        return label.equals(FINAL) ? Optional.of(end) : Optional.empty();
    }

    @Override
    public Prediction orThrow() {
        return this;
    }
}
