package dev.crashharness.worker;

import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Lease;
import java.sql.SQLException;

/** Attempts for tests in which the time is no question. */
public final class Tries {
    private Tries() {}

    public static Attempt begin(Store store, Lease lease, String operation) throws SQLException {
        return store.attempts().beginIf(lease, operation, nowMs -> true).orElseThrow();
    }
}
