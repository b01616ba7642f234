package dev.crashharness.publisher.ledger;

import static dev.crashharness.publisher.protocol.Contract.BLIND;
import static dev.crashharness.publisher.protocol.Contract.DEDUP_QUERY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.sqlite.DatabaseRefusedException;
import dev.crashharness.sqlite.DatabaseRefusedException.Reason;
import dev.crashharness.sqlite.Sql;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files are taken for a ledger. */
final class LedgerFileTest {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("ledger.sqlite");
    }

    @Test
    void whatALedgerKnowsSurvivesItsReopening() throws Exception {
        Request request = Request.publish("t", "task-1", "op-1", "a-1", 1, "hello");
        Reply first;
        try (Ledger ledger = open()) {
            first = ledger.execute(request, () -> {});
        }
        try (Ledger ledger = open()) {
            assertThat(ledger.execute(request, () -> {})).isEqualTo(first);
        }
        assertThat(Sql.rows(file, "SELECT singleton, contract FROM ledger")).containsExactly("1|dedup-query");
    }

    @Test
    void anotherContractThanTheStoredOneIsRefusedAndTheStoredOneStays() throws Exception {
        open().close();

        assertThatThrownBy(() -> Ledger.open(file, BLIND, new SettableClock()))
                .isInstanceOfSatisfying(DatabaseRefusedException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(Reason.FOREIGN))
                .hasMessageContaining("begun under the contract dedup-query, not blind");
        open().close();
        assertThat(Sql.rows(file, "SELECT table_name, action FROM audit")).containsExactly("ledger|insert");
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "wal"})
    void aDatabaseOfSomebodyElseIsRefusedAndByteForByteTheSame(String journalMode) throws Exception {
        Sql.run(file, "PRAGMA journal_mode = " + journalMode);
        Sql.run(file, "CREATE TABLE customer (name TEXT); INSERT INTO customer VALUES ('Ada')");
        byte[] before = Files.readAllBytes(file);

        assertRefusedAsForeign("its application_id is 0x00000000, expected 0x4348534c; nothing was changed");

        assertThat(file).hasBinaryContent(before);
        assertThat(directory).isDirectoryNotContaining(each -> !each.equals(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "these are notes, no database", "SQLite format 4"})
    void aFileThatIsNoDatabaseIsRefusedAndByteForByteTheSame(String content) throws Exception {
        Files.writeString(file, content.repeat(100));

        assertRefusedAsForeign("it is not a SQLite database; nothing was changed");

        assertThat(file).hasContent(content.repeat(100));
        assertThat(directory).isDirectoryNotContaining(each -> !each.equals(file));
    }

    /** The publisher never closes its ledger: it is killed. What says whose file it is must not wait for a checkpoint. */
    @Test
    void aLedgerIsKnownByItsHeaderFromItsFirstCommitOn() throws Exception {
        try (Ledger ledger = open()) {
            assertThat(ledger).isNotNull();
            Path copy = Files.copy(file, directory.resolve("copy.sqlite"));

            Ledger.file(copy).requireHeader();
        }
    }

    @Test
    void aLedgerKeepsItsPromiseInWalWithFullSynchronisation() throws Exception {
        open().close();

        try (Connection connection = Ledger.file(file).open()) {
            assertThat(Sql.rows(connection, "PRAGMA journal_mode")).containsExactly("wal");
            assertThat(Sql.rows(connection, "PRAGMA synchronous")).containsExactly("2");
        }
    }

    private Ledger open() throws SQLException {
        return Ledger.open(file, DEDUP_QUERY, new SettableClock());
    }

    private void assertRefusedAsForeign(String sentence) {
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(DatabaseRefusedException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(Reason.FOREIGN))
                .hasMessageContaining(file + " is not a publisher ledger: " + sentence);
    }
}
