package dev.crashharness.orchestrator.schedule;

import java.util.Locale;

/** SQLite's journal mode of the worker store. */
public enum Journal {
    /** Write-ahead log; the default. */
    WAL,
    /** Rollback journal. */
    DELETE;

    /** The spelling in a cell id and in SQLite. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
