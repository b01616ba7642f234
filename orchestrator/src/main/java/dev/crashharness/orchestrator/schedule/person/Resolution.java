package dev.crashharness.orchestrator.schedule.person;

import java.util.Locale;

/** How a person settles an unknown outcome. */
public enum Resolution {
    /** It happened; there is a receipt for it. */
    CONFIRMED,
    /** It did not happen and will not. */
    NOT_EXECUTED,
    /** It may have happened and shall be undone. */
    COMPENSATE;

    /** The spelling in cell ids. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The spelling in the worker store. */
    public String kind() {
        return name().toLowerCase(Locale.ROOT);
    }
}
