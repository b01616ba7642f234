package dev.crashharness.worker.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.sqlite.Journal;
import dev.crashharness.worker.task.Task;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JournalOfTheStoreTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void aClaimRecordsTheJournalThatTheSubmitterChose(Journal journal) throws SQLException {
        Path file = directory.resolve("store.sqlite");
        Task task = new Task("task-1", Contract.DEDUP_QUERY, "text");
        Store.submit(file, task, CLOCK, journal);
        // A second submit in WAL changes nothing, nor does opening the store.
        assertThat(Store.submit(file, task, CLOCK)).isInstanceOf(Submission.Unchanged.class);
        try (Store store = Store.open(file, CLOCK)) {
            store.claims().claim("task-1", "worker-1", Duration.ofMinutes(1), () -> {});
        }

        try (Connection connection = Store.file(file).openReadOnly();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT journal_mode, synchronous FROM lease_history")) {
            assertThat(row.getString(1)).isEqualTo(journal.id());
            assertThat(row.getInt(2)).isEqualTo(2);
        }
    }
}
