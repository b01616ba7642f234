package dev.crashharness.orchestrator.cell.stage;

import java.time.Duration;
import java.util.Optional;

/**
 * One worker life to be started.
 *
 * @param number 1-based; the instance is {@code worker-NUMBER}
 * @param owner the name it claims under
 * @param clockOffset how far its clock runs ahead
 * @param payload what it submits, when it submits
 * @param needsApproval whether a person has to approve what it submits
 */
public record WorkerSpec(
        int number, String owner, Duration clockOffset, Optional<String> payload, boolean needsApproval) {
    /** A worker that submits nothing that would need approval. */
    public WorkerSpec(int number, String owner, Duration clockOffset, Optional<String> payload) {
        this(number, owner, clockOffset, payload, false);
    }

    /** A worker that runs. */
    public static WorkerSpec running(int number, String owner, Duration clockOffset) {
        return new WorkerSpec(number, owner, clockOffset, Optional.empty());
    }

    /** Its name on the control channel and in the logs. */
    public String instance() {
        return "worker-" + number;
    }
}
