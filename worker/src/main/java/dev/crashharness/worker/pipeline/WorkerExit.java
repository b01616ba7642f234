package dev.crashharness.worker.pipeline;

/** How a worker's life ends by itself. The codes are public interface. */
public enum WorkerExit {
    /** The task has succeeded, now or before. */
    SUCCEEDED(0),
    /** What was to be undone is undone, with a receipt, now or before. */
    COMPENSATED(0),
    CONFIGURATION(2),
    /** The publisher or the store refused what was asked; nothing was done. */
    REFUSED(3),
    LEASE_LOST(10),
    LEASE_LIVE(11),
    /** The effect, or its compensation, can be proved neither way. */
    UNKNOWN(12),
    /** A person has to approve the operation first. */
    AWAITING_APPROVAL(13),
    /** The task has ended in conflict. */
    CONFLICT(14),
    /** The task has ended as failed, or its compensation has. */
    FAILED(14);

    private final int code;

    WorkerExit(int code) {
        this.code = code;
    }

    /** The process exit code. */
    public int code() {
        return code;
    }
}
