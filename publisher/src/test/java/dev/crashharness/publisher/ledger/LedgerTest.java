package dev.crashharness.publisher.ledger;

import static dev.crashharness.publisher.protocol.Contract.BLIND;
import static dev.crashharness.publisher.protocol.Contract.DEDUP_QUERY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.PayloadHash;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.sqlite.Sql;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a ledger does when it is asked, and asked again. */
final class LedgerTest {
    @TempDir
    private Path directory;

    private final SettableClock clock = new SettableClock();
    private Ledger ledger;

    @AfterEach
    void close() throws SQLException {
        if (ledger != null) {
            ledger.close();
        }
    }

    @Test
    void theFirstRequestMakesTheEffectAndMintsItsReceipt() throws Exception {
        Reply reply = under(DEDUP_QUERY, publish("op-1", "a-1", "hello"));

        assertThat(reply.status()).isEqualTo(Status.RECEIPT);
        assertThat(reply.operation()).isEqualTo("op-1");
        assertThat(reply.attempt()).isEqualTo("a-1");
        String hash = PayloadHash.of("hello");
        assertThat(rows("SELECT operation, task, attempt, generation, payload, payload_hash, receipt, committed_at_ms"
                        + " FROM effect"))
                .containsExactly("op-1|task-1|a-1|3|hello|" + hash + "|" + reply.receipt() + "|1000000");
        assertThat(rows("SELECT operation, payload_hash, receipt, first_seen_at_ms FROM dedup"))
                .containsExactly("op-1|" + hash + "|" + reply.receipt() + "|1000000");
    }

    @Test
    void theSameOperationAgainReturnsTheOriginalReceiptAndNoSecondEffect() throws Exception {
        Reply first = under(DEDUP_QUERY, publish("op-1", "a-1", "hello"));
        clock.set(9_000_000);

        Reply again = ask(publish("op-1", "a-2", "hello"));

        assertThat(again.receipt()).isEqualTo(first.receipt());
        assertThat(again.attempt()).isEqualTo("a-2");
        assertThat(rows("SELECT attempt FROM effect")).containsExactly("a-1");
        assertThat(rows("SELECT first_seen_at_ms FROM dedup")).containsExactly("1000000");
    }

    @Test
    void anotherOperationHasAReceiptOfItsOwn() throws Exception {
        Reply one = under(DEDUP_QUERY, publish("op-1", "a-1", "hello"));
        Reply other = ask(publish("op-2", "a-2", "hello"));

        assertThat(other.receipt()).isNotEqualTo(one.receipt());
    }

    @Test
    void theSameOperationWithOtherContentChangesNothingAndLeavesARefusal() throws Exception {
        under(DEDUP_QUERY, publish("op-1", "a-1", "hello"));
        List<String> before = rows("SELECT * FROM effect", "SELECT * FROM dedup");

        Reply reply = ask(publish("op-1", "a-2", "other"));

        assertThat(reply.status()).isEqualTo(Status.CONFLICT);
        assertThat(reply.receipt()).isEmpty();
        assertThat(rows("SELECT * FROM effect", "SELECT * FROM dedup")).isEqualTo(before);
        assertThat(rows("SELECT task, generation, owner, what, value FROM refusal"))
                .containsExactly("task-1|3|a-2|publish|op-1");
    }

    @Test
    void aLookupFindsTheReceiptOfAnEffectAndChangesNothing() throws Exception {
        Reply published = under(DEDUP_QUERY, publish("op-1", "a-1", "hello"));

        Reply found = ask(lookup("op-1"));

        assertThat(found.status()).isEqualTo(Status.RECEIPT);
        assertThat(found.receipt()).isEqualTo(published.receipt());
        assertThat(rows("SELECT count(*) FROM effect")).containsExactly("1");
    }

    @Test
    void aLookupOfNothingSaysSoAndDoesNotReserveTheOperation() throws Exception {
        Reply nothing = under(DEDUP_QUERY, lookup("op-1"));

        assertThat(nothing.status()).isEqualTo(Status.NOT_FOUND);
        assertThat(rows("SELECT * FROM dedup")).isEmpty();
        assertThat(ask(publish("op-1", "a-1", "hello")).status()).isEqualTo(Status.RECEIPT);
    }

    @Test
    void aBlindPublisherMakesASecondEffectWithASecondReceipt() throws Exception {
        Reply first = under(BLIND, publish("op-1", "a-1", "hello"));
        Reply second = ask(publish("op-1", "a-2", "hello"));

        assertThat(second.receipt()).isNotEqualTo(first.receipt());
        assertThat(rows("SELECT attempt, receipt FROM effect ORDER BY effect"))
                .containsExactly("a-1|" + first.receipt(), "a-2|" + second.receipt());
        assertThat(rows("SELECT * FROM dedup")).isEmpty();
    }

    @Test
    void aBlindPublisherRefusesLookupsEvenOfWhatItHasDone() throws Exception {
        under(BLIND, publish("op-1", "a-1", "hello"));

        Reply reply = ask(lookup("op-1"));

        assertThat(reply.status()).isEqualTo(Status.REFUSED);
        assertThat(reply.detail()).contains("blind", "no lookup");
        assertThat(rows("SELECT what, value FROM refusal")).containsExactly("lookup|op-1");
    }

    @Test
    void everyRequestIsLoggedWithWhatCameOfIt() throws Exception {
        String receipt = under(DEDUP_QUERY, publish("op-1", "a-1", "hello")).receipt();
        ask(publish("op-1", "a-2", "other"));
        ask(lookup("op-1"));
        ask(lookup("op-9"));

        assertThat(rows("SELECT kind, operation, attempt, generation, payload_hash, outcome, receipt, received_at_ms"
                        + " FROM request_log ORDER BY request"))
                .containsExactly(
                        "publish|op-1|a-1|3|" + PayloadHash.of("hello") + "|receipt|" + receipt + "|1000000",
                        "publish|op-1|a-2|3|" + PayloadHash.of("other") + "|conflict|null|1000000",
                        "lookup|op-1||3||receipt|" + receipt + "|1000000",
                        "lookup|op-9||3||not_found|null|1000000");
    }

    @Test
    void everyWriteIsInTheAudit() throws Exception {
        under(DEDUP_QUERY, publish("op-1", "a-1", "hello"));
        ask(publish("op-1", "a-2", "other"));
        ask(lookup("op-1"));

        assertThat(rows("SELECT table_name, action, count(*) FROM audit GROUP BY 1, 2 ORDER BY 1, 2"))
                .containsExactly(
                        "dedup|insert|1",
                        "effect|insert|1",
                        "ledger|insert|1",
                        "request_log|insert|3",
                        "request_log|update|3");
    }

    @Test
    void updatesAndDeletesBehindTheLedgersBackAreInTheAuditToo() throws Exception {
        under(DEDUP_QUERY, publish("op-1", "a-1", "hello"));

        Sql.run(file(), "UPDATE effect SET receipt = receipt; DELETE FROM dedup; DELETE FROM effect");

        assertThat(rows("SELECT table_name, action, before_json IS NULL, after_json IS NULL FROM audit"
                        + " ORDER BY seq DESC LIMIT 3"))
                .containsExactly("effect|delete|0|1", "dedup|delete|0|1", "effect|update|0|0");
    }

    @Test
    void aFailureBeforeTheCommitLeavesNoTraceAtAll() throws Exception {
        ledger = Ledger.open(file(), DEDUP_QUERY, clock);
        List<String> before = rows("SELECT * FROM audit");

        assertThatThrownBy(() -> ledger.execute(publish("op-1", "a-1", "hello"), () -> {
                    throw new IllegalStateException("stopped here");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("stopped here");

        assertThat(rows("SELECT * FROM request_log", "SELECT * FROM effect", "SELECT * FROM dedup"))
                .isEmpty();
        assertThat(rows("SELECT * FROM audit")).isEqualTo(before);
        assertThat(ask(publish("op-1", "a-2", "hello")).status()).isEqualTo(Status.RECEIPT);
    }

    @Test
    void beforeTheCommitEverythingIsWrittenAndNobodyElseSeesIt() throws Exception {
        ledger = Ledger.open(file(), DEDUP_QUERY, clock);

        ledger.execute(publish("op-1", "a-1", "hello"), () -> assertThat(count("effect"))
                .isZero());

        assertThat(count("effect")).isEqualTo(1);
    }

    @Test
    void theLedgersClockAddsUpWhatItWasMovedOnBy() {
        LedgerClock moved = new LedgerClock(clock);
        moved.advance(Duration.ofHours(1));
        moved.advance(Duration.ofMillis(5));
        clock.set(2_000_000);

        assertThat(moved.millis()).isEqualTo(2_000_000 + 3_600_000 + 5);
    }

    private Reply under(Contract contract, Request request) throws SQLException {
        ledger = Ledger.open(file(), contract, clock);
        return ask(request);
    }

    private Reply ask(Request request) throws SQLException {
        return ledger.execute(request, () -> {});
    }

    private static Request publish(String operation, String attempt, String payload) {
        return Request.publish("t", "task-1", operation, attempt, 3, payload);
    }

    private static Request lookup(String operation) {
        return Request.lookup("t", "task-1", operation, 3);
    }

    private Path file() {
        return directory.resolve("ledger.sqlite");
    }

    private int count(String table) {
        try {
            return Integer.parseInt(
                    Sql.rows(file(), "SELECT count(*) FROM " + table).get(0));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private List<String> rows(String... queries) throws SQLException {
        List<String> rows = new ArrayList<>();
        for (String query : queries) {
            rows.addAll(Sql.rows(file(), query));
        }
        return rows;
    }
}
