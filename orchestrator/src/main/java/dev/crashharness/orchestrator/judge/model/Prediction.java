package dev.crashharness.orchestrator.judge.model;

import java.util.List;
import java.util.Optional;

/**
 * The right outcome of one cell.
 *
 * @param afterFaults one per fault in schedule order, each once the publisher is idle again
 * @param end when all workers, {@code again} included, have ended
 */
public record Prediction(List<Expected> afterFaults, Expected end) implements Forecast {
    private static final String AFTER = "after-";

    public Prediction {
        afterFaults = List.copyOf(afterFaults);
    }

    /** The label of the copy that is taken after fault {@code number} (1-based). */
    public static String labelAfter(int number) {
        return AFTER + number;
    }

    /** What the copy called {@code label} must hold: {@code after-N}, or {@code final} for the end. */
    public Optional<Expected> at(String label) {
        for (int number = 1; number <= afterFaults.size(); number++) {
            if (labelAfter(number).equals(label)) {
                return Optional.of(afterFaults.get(number - 1));
            }
        }
        return label.equals("final") ? Optional.of(end) : Optional.empty();
    }

    @Override
    public Prediction orThrow() {
        return this;
    }
}
