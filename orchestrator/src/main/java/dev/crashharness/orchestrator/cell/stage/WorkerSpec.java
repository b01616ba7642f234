package dev.crashharness.orchestrator.cell.stage;

import dev.crashharness.orchestrator.cell.trace.Trap;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One worker life to be started.
 *
 * @param number 1-based; the instance is {@code worker-NUMBER}
 * @param owner the name it claims under
 * @param clockOffset how far its clock runs ahead
 * @param payload what it submits, when it submits
 * @param needsApproval whether a person has to approve what it submits
 * @param trap the system call at which its tracer is to kill it
 */
public record WorkerSpec(
        int number,
        String owner,
        Duration clockOffset,
        Optional<String> payload,
        boolean needsApproval,
        Optional<Trap> trap) {
    /** A worker that is not traced. */
    public WorkerSpec(int number, String owner, Duration clockOffset, Optional<String> payload, boolean needsApproval) {
        this(number, owner, clockOffset, payload, needsApproval, Optional.empty());
    }

    /** A worker that submits nothing that would need approval. */
    public WorkerSpec(int number, String owner, Duration clockOffset, Optional<String> payload) {
        this(number, owner, clockOffset, payload, false);
    }

    /** A worker that runs. */
    public static WorkerSpec running(int number, String owner, Duration clockOffset) {
        return new WorkerSpec(number, owner, clockOffset, Optional.empty());
    }

    /** The same worker, to be killed by its tracer. */
    public WorkerSpec trapped(Trap where) {
        return new WorkerSpec(number, owner, clockOffset, payload, needsApproval, Optional.of(where));
    }

    /** What it finds in its environment that other processes of its stage do not. */
    Map<String, String> variables(StageSpec spec) {
        Map<String, String> variables = new TreeMap<>(Map.of(
                "CRASH_HARNESS_LEASE_MS", Long.toString(spec.lease().toMillis()),
                "CRASH_HARNESS_CLOCK_OFFSET_MS", Long.toString(clockOffset.toMillis()),
                "CRASH_HARNESS_TIMEOUT_MS", Long.toString(spec.timeout().toMillis())));
        payload.ifPresent(text -> variables.put("CRASH_HARNESS_PAYLOAD", text));
        if (needsApproval) {
            variables.put("CRASH_HARNESS_APPROVAL", "required");
        }
        return variables;
    }

    /** Its name on the control channel and in the logs. */
    public String instance() {
        return "worker-" + number;
    }
}
