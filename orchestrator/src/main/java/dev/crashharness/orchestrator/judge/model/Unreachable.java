package dev.crashharness.orchestrator.judge.model;

/**
 * The cell cannot be planned: one of its faults is never reached, or whether it is reached would be a race.
 *
 * @param why one sentence for a person
 */
public record Unreachable(String why) implements Forecast {
    @Override
    public Prediction orThrow() {
        throw new IllegalArgumentException(why);
    }
}
