package dev.crashharness.orchestrator.judge.model.store;

import java.util.Locale;

/** How far the business intent has come. */
public enum IntentState {
    /** No intent is stored. */
    NONE,
    /** Operation and payload are stored, no receipt is. */
    PREPARED,
    /** The receipt is stored with it. */
    CONFIRMED;

    /** The spelling in the store, and {@code none}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
