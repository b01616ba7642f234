package dev.crashharness.worker.store.person;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a person's word writes, inside its one transaction.
 *
 * @param <T> the word: an approval, a resolution
 */
@FunctionalInterface
public interface PersonsWrite<T> {
    /** Writes it. */
    void write(Connection connection, T word) throws SQLException;
}
