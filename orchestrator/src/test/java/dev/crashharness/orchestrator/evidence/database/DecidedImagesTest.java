package dev.crashharness.orchestrator.evidence.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.sqlite.DatabaseFile;
import dev.crashharness.worker.store.Store;
import dev.crashharness.worker.task.Task;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people have decided, and what was cancelled, read from files of the real schemas. */
class DecidedImagesTest {
    private final InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(1_000_000));

    @TempDir
    private Path directory;

    @Test
    void everyDecisionIsInTheImageOfItsStore() throws SQLException {
        Path file = directory.resolve("store.sqlite");
        Store.submit(file, new Task("task-1", Contract.BLIND, "hello", true), clock);
        write(
                Store.file(file),
                "INSERT INTO approval VALUES ('task-1', 'op-1', 1, 'ada', 5)",
                "INSERT INTO resolution VALUES ('task-1', 'compensate', 'bob', NULL, 'his word', NULL, 'op-1', 2, 6)",
                "INSERT INTO compensation VALUES ('task-1', 'op-2', 'op-1', 'done', 'r-2', 3, 'worker-3', 7, 8)");

        StoreImage image = StoreReader.read(file);

        assertThat(image.task().orElseThrow().needsApproval()).isTrue();
        assertThat(image.decided().approval()).contains(new StoreImage.Approval("op-1", 1, "ada", 5));
        assertThat(image.decided().resolution())
                .contains(new StoreImage.Resolution("compensate", "bob", null, "his word", null, "op-1", 2, 6));
        assertThat(image.decided().compensation())
                .contains(new StoreImage.Compensation("op-2", "op-1", "done", "r-2", 3, "worker-3", 7, 8));
        assertThat(image.audit()).extracting(Audit::table).contains("approval", "resolution", "compensation");
    }

    @Test
    void everyCancelIsInTheImageOfItsLedger() throws SQLException {
        Path file = directory.resolve("ledger.sqlite");
        String receipt;
        try (Ledger ledger = Ledger.open(file, Contract.BLIND, clock)) {
            receipt = ledger.execute(Request.cancel("t", "task-1", "op-2", "a-2", 3, "op-1"), () -> {})
                    .receipt();
            ledger.execute(Request.publish("t", "task-1", "op-1", "a-1", 1, "hello"), () -> {});
        }

        LedgerImage image = LedgerReader.read(file);

        assertThat(image.tombstones()).containsExactly(new LedgerImage.Tombstone("op-1", "op-2", 3));
        assertThat(image.cancellations())
                .containsExactly(new LedgerImage.Cancellation("op-2", "op-1", "a-2", 3, 0, receipt));
        assertThat(image.requests())
                .extracting(request -> request.kind() + " " + request.original() + " " + request.outcome())
                .containsExactly("cancel op-1 receipt", "publish null cancelled");
        assertThat(image.effects()).isEmpty();
        assertThat(image.audit()).extracting(Audit::table).contains("tombstone", "cancellation");
    }

    private static void write(DatabaseFile file, String... statements) throws SQLException {
        try (Connection connection = file.open();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
        }
    }
}
