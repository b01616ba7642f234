package dev.crashharness.sqlite;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How SQLite keeps a transaction undoable. Chosen when a file is made; whoever opens it later keeps it. */
public enum Journal {
    /** Write-ahead log, beside the file as {@code -wal} and {@code -shm}. */
    WAL,
    /** Rollback journal, deleted at each commit; a crash leaves a hot {@code -journal} that the next opener rolls back. */
    DELETE;

    /** SQLite's spelling. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The journal spelled {@code id}, or empty when there is none. */
    public static Optional<Journal> of(String id) {
        return Arrays.stream(values()).filter(each -> each.id().equals(id)).findFirst();
    }

    /** All spellings. */
    public static List<String> ids() {
        return Arrays.stream(values()).map(Journal::id).toList();
    }
}
