package dev.crashharness.orchestrator.mutant;

import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Intent;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** What M02 does to the store, behind the worker's back: the correct store has no such write. */
final class StoredIntent {
    private StoredIntent() {}

    static Intent replaceByNew(Intent stored) {
        Intent minted = Intent.mint(stored.payload());
        try (Connection connection = Store.file(Path.of(System.getenv("CRASH_HARNESS_STORE")))
                        .open();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE intent SET operation = ? WHERE operation = ?")) {
            update.setString(1, minted.operation());
            update.setString(2, stored.operation());
            update.executeUpdate();
            return minted;
        } catch (SQLException e) {
            throw new IllegalStateException("the planted bug M02 could not replace " + stored.operation(), e);
        }
    }
}
