package dev.crashharness.publisher.ledger;

import static dev.crashharness.publisher.protocol.Contract.DEDUP_QUERY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.protocol.Reply.Status;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.sqlite.Sql;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A publication and a cancel under one operation, where the payload of the one spells the original of the other. */
final class TwoKindsTest {
    private static final Request PUBLISH = Request.publish("t", "task-1", "op-1", "a-1", 1, "op-7");
    private static final Request CANCEL = Request.cancel("t", "task-1", "op-1", "c-1", 1, "op-7");

    @TempDir
    private Path directory;

    /** It was answered with the receipt of the publication, and nothing was cancelled. */
    @Test
    void aCancelUnderTheOperationOfAPublicationIsAConflict() throws SQLException {
        assertConflict(PUBLISH, CANCEL);
        assertThat(Sql.rows(file(), "SELECT original FROM tombstone")).isEmpty();
    }

    @Test
    void aPublicationUnderTheOperationOfACancelIsAConflict() throws SQLException {
        assertConflict(CANCEL, PUBLISH);
        assertThat(Sql.rows(file(), "SELECT operation FROM effect")).isEmpty();
    }

    private void assertConflict(Request first, Request second) throws SQLException {
        try (Ledger ledger = Ledger.open(file(), DEDUP_QUERY, new SettableClock())) {
            assertThat(ledger.execute(first, () -> {}).status()).isEqualTo(Status.RECEIPT);
            assertThat(ledger.execute(second, () -> {}).status()).isEqualTo(Status.CONFLICT);
        }
    }

    private Path file() {
        return directory.resolve("ledger.sqlite");
    }
}
