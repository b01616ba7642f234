package dev.crashharness.orchestrator.schedule;

import java.util.Locale;

/** How a dead worker's lease comes to its end. */
public enum Expiry {
    /** Worker N's clock runs N-1 leases ahead: nobody waits, and a slow machine cannot lose a lease by accident. */
    SKEW,
    /** All clocks are true; successors are started until the lease has really run out. */
    WAIT;

    /** The spelling in a cell id. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
