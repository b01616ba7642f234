package dev.crashharness.orchestrator.judge.model;

/** What the model has to say about a cell before it runs. */
public sealed interface Forecast permits Prediction, Unreachable {
    /**
     * The prediction of a cell that can be run.
     *
     * @throws IllegalArgumentException with the model's sentence when it cannot
     */
    Prediction orThrow();
}
