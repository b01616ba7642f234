package dev.crashharness.worker.pipeline;

import dev.crashharness.publisher.protocol.PayloadHash;
import dev.crashharness.worker.task.Step;
import dev.crashharness.worker.task.Task;
import java.util.Map;

/** What the three computed steps make of what lies before them. */
final class StepWork {
    private StepWork() {}

    /** The output of {@code step}, from the task and the outputs already saved. */
    static String compute(Step step, Task task, Map<Step, String> saved) {
        return switch (step) {
            case COLLECT -> task.payload();
            case DRAFT -> "Draft of " + task.id() + ": " + saved.get(Step.COLLECT);
            case VERIFY -> "sha256:" + PayloadHash.of(saved.get(Step.DRAFT));
            case PUBLISH -> throw new IllegalArgumentException("publish is not computed, it is confirmed");
        };
    }
}
