package dev.crashharness.worker.pipeline;

/** How a worker's life ends by itself. The codes are public interface. */
public enum WorkerExit {
    /** The task has succeeded, now or before. */
    SUCCEEDED(0),
    CONFIGURATION(2),
    /** The publisher or the store refused what was asked; nothing was done. */
    REFUSED(3),
    LEASE_LOST(10),
    LEASE_LIVE(11),
    UNKNOWN(12),
    /** The task has ended otherwise. */
    CONFLICT(14);

    private final int code;

    WorkerExit(int code) {
        this.code = code;
    }

    /** The process exit code. */
    public int code() {
        return code;
    }
}
