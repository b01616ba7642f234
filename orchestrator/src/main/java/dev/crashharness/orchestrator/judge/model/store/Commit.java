package dev.crashharness.orchestrator.judge.model.store;

/** A committed step and the generation that committed it. */
public record Commit(String step, long generation) {
    /** As verdicts spell it: {@code collect@1}. */
    @Override
    public String toString() {
        return step + "@" + generation;
    }
}
