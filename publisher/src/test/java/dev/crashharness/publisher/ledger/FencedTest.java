package dev.crashharness.publisher.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FencedTest {
    @TempDir
    Path directory;

    private Asked ledger;

    @BeforeEach
    void open() throws SQLException {
        ledger = new Asked(directory, Contract.FENCED);
    }

    @AfterEach
    void close() throws SQLException {
        ledger.close();
    }

    @Test
    void aLookupOfAnHeirFencesTheSlowRequestOfTheDead() throws SQLException {
        assertThat(ledger.lookUp(2).status()).isEqualTo(Status.NOT_FOUND);

        assertThat(ledger.publish(1, "text").status()).isEqualTo(Status.FENCED);
        assertThat(ledger.value("SELECT count(*) FROM effect")).isEqualTo("0");
        assertThat(ledger.value("SELECT outcome FROM request_log WHERE kind = 'publish'"))
                .isEqualTo("fenced");
    }

    @Test
    void aFencedRequestIsNotedWithTheGenerationThatStoodThere() throws SQLException {
        ledger.publish(3, "text");
        ledger.publish(2, "text");
        ledger.lookUp(1);

        assertThat(ledger.value(
                        "SELECT group_concat(what || ' ' || generation || ' ' || found_generation) FROM refusal"))
                .isEqualTo("publish 2 3,lookup 1 3");
    }

    @Test
    void aFencedRequestGetsNoReceiptOfWhatWasDone() throws SQLException {
        ledger.publish(2, "text");

        assertThat(ledger.publish(1, "text").receipt()).isEmpty();
        assertThat(ledger.lookUp(1).receipt()).isEmpty();
    }

    @Test
    void theSameAndAHigherGenerationAreReplayed() throws SQLException {
        Reply first = ledger.publish(1, "text");

        assertThat(ledger.publish(1, "text").receipt()).isEqualTo(first.receipt());
        assertThat(ledger.publish(2, "text").receipt()).isEqualTo(first.receipt());
        assertThat(ledger.value("SELECT generation FROM fence")).isEqualTo("2");
    }

    @Test
    void otherContentIsAConflictBeforeItIsFenced() throws SQLException {
        ledger.publish(2, "text");

        assertThat(ledger.publish(1, "other").status()).isEqualTo(Status.CONFLICT);
    }

    @Test
    void aConflictRaisesNoFence() throws SQLException {
        Reply first = ledger.publish(1, "text");
        ledger.publish(5, "other");

        assertThat(ledger.publish(1, "text").receipt()).isEqualTo(first.receipt());
    }
}
