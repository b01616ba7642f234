package dev.crashharness.orchestrator.evidence;

import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage;

/**
 * Both databases as they lay on disk at one moment when nobody could write.
 *
 * @param label {@code after-1} (after the first fault), {@code after-2}, ... or {@code final}
 */
public record Snapshot(String label, StoreImage store, LedgerImage ledger) {
    /** The label of the copy taken at the very end. */
    public static final String FINAL = "final";
}
