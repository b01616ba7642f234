package dev.crashharness.worker.pipeline;

import dev.crashharness.publisher.protocol.PayloadHash;
import dev.crashharness.worker.task.Step;
import dev.crashharness.worker.task.Task;
import java.util.Map;
import java.util.Optional;

/** What the three computed steps make of what lies before them. */
final class StepWork {
    private StepWork() {}

    /**
     * The output of {@code step}, from the task and the outputs already saved.
     *
     * @param wording what this worker drafts instead of what was collected, if it has a mind of its own
     */
    static String compute(Step step, Task task, Map<Step, String> saved, Optional<String> wording) {
        return switch (step) {
            case COLLECT -> task.payload();
            case DRAFT -> task.draft(wording.orElse(saved.get(Step.COLLECT)));
            case VERIFY -> "sha256:" + PayloadHash.of(saved.get(Step.DRAFT));
            case PUBLISH -> throw new IllegalArgumentException("publish is not computed, it is confirmed");
        };
    }
}
