package dev.crashharness.publisher.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who can be asked, and what no dedup means for the answers. */
class OfferedLookupTest {
    @TempDir
    Path directory;

    @Test
    void queryOnlyMakesASecondEffectAndNamesTheFirstReceipt() throws SQLException {
        try (Asked ledger = new Asked(directory, Contract.QUERY_ONLY)) {
            Reply first = ledger.publish(1, "text");
            Reply second = ledger.publish(1, "text");

            assertThat(second.receipt()).isNotEmpty().isNotEqualTo(first.receipt());
            assertThat(ledger.lookUp(2).receipt()).isEqualTo(first.receipt());
            assertThat(ledger.value("SELECT count(*) FROM dedup")).isEqualTo("0");
        }
    }

    @Test
    void queryOnlyCannotTellAConflict() throws SQLException {
        try (Asked ledger = new Asked(directory, Contract.QUERY_ONLY)) {
            ledger.publish(1, "text");

            assertThat(ledger.publish(1, "other").status()).isEqualTo(Status.RECEIPT);
        }
    }

    @Test
    void dedupOnlyRefusesALookupAlthoughItCouldAnswer() throws SQLException {
        try (Asked ledger = new Asked(directory, Contract.DEDUP_ONLY)) {
            ledger.publish(1, "text");

            assertThat(ledger.lookUp(1).status()).isEqualTo(Status.REFUSED);
            assertThat(ledger.value("SELECT what FROM refusal")).isEqualTo("lookup");
        }
    }

    @Test
    void queryOnlyHasNoFence() throws SQLException {
        try (Asked ledger = new Asked(directory, Contract.QUERY_ONLY)) {
            ledger.lookUp(9);

            assertThat(ledger.publish(1, "text").status()).isEqualTo(Status.RECEIPT);
            assertThat(ledger.value("SELECT count(*) FROM fence")).isEqualTo("0");
        }
    }
}
