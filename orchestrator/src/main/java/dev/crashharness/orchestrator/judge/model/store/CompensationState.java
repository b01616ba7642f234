package dev.crashharness.orchestrator.judge.model.store;

import java.util.Locale;

/** How far the undoing of an operation has come. */
public enum CompensationState {
    /** None is stored. */
    NONE,
    /** Its own operation is stored, no answer is. */
    PREPARED,
    /** The publisher's receipt for it is stored. */
    DONE,
    /** The publisher has refused it. */
    REFUSED;

    /** The spelling in the store, and {@code none}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
