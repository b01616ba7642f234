package dev.crashharness.worker.store;

import dev.crashharness.worker.task.Lease;

/** A write found another generation or owner. Do not catch it to go on: whoever holds it must start no further step. */
public final class LeaseLostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param why the end of the sentence: what was found */
    public LeaseLostException(Lease lease, String why) {
        super("lease on " + lease.task().id() + " lost: " + lease.owner() + " held generation " + lease.generation()
                + ", " + why + "; starting no further step");
    }
}
