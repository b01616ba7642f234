package dev.crashharness.publisher.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DedupWindowTest {
    private static final Duration WINDOW = Duration.ofHours(1);
    private static final Duration ALMOST = WINDOW.minusMillis(1);

    @TempDir
    Path directory;

    private Asked ledger;

    @BeforeEach
    void open() throws SQLException {
        ledger = new Asked(directory, Contract.dedupWindow(WINDOW));
    }

    @AfterEach
    void close() throws SQLException {
        ledger.close();
    }

    @Test
    void theLastMillisecondOfTheWindowStillReplays() throws SQLException {
        Reply first = ledger.publish(1, "text");
        ledger.clock.advance(ALMOST);

        assertThat(ledger.publish(2, "text").receipt()).isEqualTo(first.receipt());
        assertThat(ledger.value("SELECT count(*) FROM effect")).isEqualTo("1");
    }

    /** Counted from the first sight, as nats-io/nats-server#7302: a steady retry gets through every second window. */
    @Test
    void aRetryDoesNotProlongTheWindow() throws SQLException {
        Reply first = ledger.publish(1, "text");
        ledger.clock.advance(ALMOST);
        ledger.publish(2, "text");
        ledger.clock.advance(Duration.ofMillis(1));

        assertThat(ledger.publish(3, "text").receipt()).isNotEqualTo(first.receipt());
        assertThat(ledger.value("SELECT count(*) FROM effect")).isEqualTo("2");
    }

    @Test
    void theNewDedupRowReplacesTheOldOneVisibly() throws SQLException {
        Reply first = ledger.publish(1, "text");
        ledger.clock.advance(WINDOW);
        Reply second = ledger.publish(2, "text");

        assertThat(ledger.value("SELECT before_json ->> 'receipt' || ' ' || (after_json ->> 'receipt') FROM audit"
                        + " WHERE table_name = 'dedup' AND action = 'update'"))
                .isEqualTo(first.receipt() + " " + second.receipt());
    }

    @Test
    void afterTheWindowOtherContentIsNoConflict() throws SQLException {
        ledger.publish(1, "text");
        assertThat(ledger.publish(1, "other").status()).isEqualTo(Status.CONFLICT);
        ledger.clock.advance(WINDOW);

        assertThat(ledger.publish(2, "other").status()).isEqualTo(Status.RECEIPT);
    }

    @Test
    void aLookupStillFindsTheFirstEffectAfterTheWindow() throws SQLException {
        Reply first = ledger.publish(1, "text");
        ledger.clock.advance(WINDOW);

        assertThat(ledger.lookUp(2).receipt()).isEqualTo(first.receipt());
    }
}
