package dev.crashharness.publisher.ledger;

import static dev.crashharness.publisher.protocol.Contract.BLIND;
import static dev.crashharness.publisher.protocol.Contract.DEDUP_QUERY;
import static dev.crashharness.publisher.protocol.Contract.FENCED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a cancel leaves, and what it keeps out. */
final class CancelTest {
    @TempDir
    private Path directory;

    private final SettableClock clock = new SettableClock();
    private Ledger ledger;

    @AfterEach
    void close() throws SQLException {
        ledger.close();
    }

    @Test
    void aCancelLeavesItsRecordAndATombstoneAndTheEffectAsItIs() throws SQLException {
        open(BLIND);
        Reply effect = publish(1);
        List<String> before = rows("SELECT * FROM effect");

        Reply cancelled = cancel("comp-1", 2);

        assertThat(cancelled.status()).isEqualTo(Status.RECEIPT);
        assertThat(cancelled.receipt()).isNotEqualTo(effect.receipt());
        assertThat(rows("SELECT * FROM effect")).isEqualTo(before);
        assertThat(
                        rows(
                                "SELECT operation, original, task, attempt, generation, found_effects, receipt FROM cancellation"))
                .containsExactly("comp-1|op-1|task-1|c-2|2|1|" + cancelled.receipt());
        assertThat(rows("SELECT original, operation, generation, committed_at_ms FROM tombstone"))
                .containsExactly("op-1|comp-1|2|1000000");
        assertThat(
                        rows(
                                "SELECT kind, operation, original, payload_hash, outcome FROM request_log WHERE kind = 'cancel'"))
                .containsExactly("cancel|comp-1|op-1|cancel:" + PayloadHash.of("op-1") + "|receipt");
    }

    /** A cancel that overtakes what it cancels (apache/servicecomb-pack#346). */
    @Test
    void aCancelOfWhatNeverCameIsOneAllTheSame() throws SQLException {
        open(BLIND);

        assertThat(cancel("comp-1", 2).status()).isEqualTo(Status.RECEIPT);

        assertThat(rows("SELECT found_effects FROM cancellation")).containsExactly("0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dedup-query", "dedup-only", "dedup-window:1h", "fenced", "query-only", "blind"})
    void anOriginalThatComesAfterItsCancelMakesNoEffectAndIsNoted(String contract) throws SQLException {
        open(Contract.of(contract).orElseThrow());
        cancel("comp-1", 2);

        Reply late = publish(2);

        assertThat(late.status()).isEqualTo(Status.CANCELLED);
        assertThat(late.receipt()).isEmpty();
        assertThat(late.detail()).contains("op-1 was cancelled by operation comp-1");
        assertThat(rows("SELECT * FROM effect")).isEmpty();
        assertThat(rows("SELECT * FROM dedup WHERE operation = 'op-1'")).isEmpty();
        assertThat(rows("SELECT what, value, found_generation, found_owner FROM refusal"))
                .containsExactly("publish|op-1|2|comp-1");
        assertThat(rows("SELECT outcome FROM request_log WHERE kind = 'publish'"))
                .containsExactly("cancelled");
    }

    @Test
    void aReplayOfAnEffectThatStandsIsNoLateOriginal() throws SQLException {
        open(DEDUP_QUERY);
        Reply effect = publish(1);
        cancel("comp-1", 2);

        assertThat(publish(2).receipt()).isEqualTo(effect.receipt());
        assertThat(rows("SELECT count(*) FROM effect")).containsExactly("1");
    }

    @Test
    void whereNothingIsRememberedAReplayIsALateOriginal() throws SQLException {
        open(BLIND);
        publish(1);
        cancel("comp-1", 2);

        assertThat(publish(2).status()).isEqualTo(Status.CANCELLED);
        assertThat(rows("SELECT count(*) FROM effect")).containsExactly("1");
    }

    @Test
    void aCancelThatIsSentAgainReturnsItsReceiptWhereOperationsAreRemembered() throws SQLException {
        open(DEDUP_QUERY);
        Reply first = cancel("comp-1", 2);

        assertThat(cancel("comp-1", 3).receipt()).isEqualTo(first.receipt());
        assertThat(rows("SELECT generation FROM cancellation")).containsExactly("2");
    }

    @Test
    void aCancelThatIsSentAgainIsASecondOneWhereTheyAreNotAndTheTombstoneStands() throws SQLException {
        open(BLIND);
        Reply first = cancel("comp-1", 2);

        assertThat(cancel("comp-1", 3).receipt()).isNotEqualTo(first.receipt());
        assertThat(rows("SELECT generation FROM cancellation")).containsExactly("2", "3");
        assertThat(rows("SELECT action FROM audit WHERE table_name = 'tombstone'"))
                .containsExactly("insert");
    }

    @Test
    void aCancelOfAnotherOriginalUnderTheSameOperationIsAConflict() throws SQLException {
        open(DEDUP_QUERY);
        cancel("comp-1", 2);

        Reply other = ask(Request.cancel("t", "task-1", "comp-1", "c-9", 2, "op-9"));

        assertThat(other.status()).isEqualTo(Status.CONFLICT);
        assertThat(rows("SELECT original FROM tombstone")).containsExactly("op-1");
    }

    @Test
    void aCancelOfAnOlderGenerationIsFencedAndLeavesNothing() throws SQLException {
        open(FENCED);
        publish(3);

        assertThat(cancel("comp-1", 2).status()).isEqualTo(Status.FENCED);
        assertThat(rows("SELECT * FROM cancellation", "SELECT * FROM tombstone"))
                .isEmpty();
    }

    @Test
    void aLookupFindsACancellationByItsOwnOperation() throws SQLException {
        open(Contract.QUERY_ONLY);
        Reply done = cancel("comp-1", 2);
        cancel("comp-1", 2);

        assertThat(ask(Request.lookup("t", "task-1", "comp-1", 3)).receipt()).isEqualTo(done.receipt());
        assertThat(ask(Request.lookup("t", "task-1", "op-1", 3)).status()).isEqualTo(Status.NOT_FOUND);
    }

    @Test
    void aPublisherThatRefusesCancelsLeavesOnlyTheNoteOfIt() throws SQLException {
        refusing(DEDUP_QUERY);

        Reply refused = cancel("comp-1", 2);

        assertThat(refused.status()).isEqualTo(Status.REFUSED);
        assertThat(rows("SELECT * FROM cancellation", "SELECT * FROM tombstone", "SELECT * FROM dedup"))
                .isEmpty();
        assertThat(rows("SELECT what, value FROM refusal")).containsExactly("cancel|comp-1");
        assertThat(publish(1).status()).isEqualTo(Status.RECEIPT);
    }

    @Test
    void whatWasCancelledBeforeIsAnsweredByOneThatRefusesNow() throws SQLException {
        open(DEDUP_QUERY);
        Reply first = cancel("comp-1", 2);
        ledger.close();
        refusing(DEDUP_QUERY);

        assertThat(cancel("comp-1", 3).receipt()).isEqualTo(first.receipt());
    }

    @Test
    void aWindowEndsForCancelsToo() throws SQLException {
        open(Contract.dedupWindow(Duration.ofMinutes(1)));
        Reply first = cancel("comp-1", 2);
        clock.set(1_060_000);

        assertThat(cancel("comp-1", 3).receipt()).isNotEqualTo(first.receipt());
    }

    @Test
    void aFailureBeforeTheCommitLeavesNeitherRecordNorTombstone() throws SQLException {
        open(DEDUP_QUERY);

        assertThat(catchThrowable(
                        () -> ledger.execute(Request.cancel("t", "task-1", "comp-1", "c-1", 1, "op-1"), () -> {
                            throw new IllegalStateException("stopped here");
                        })))
                .hasMessage("stopped here");

        assertThat(rows("SELECT * FROM cancellation", "SELECT * FROM tombstone", "SELECT * FROM request_log"))
                .isEmpty();
    }

    private Reply publish(long generation) throws SQLException {
        return ask(Request.publish("t", "task-1", "op-1", "a-" + generation, generation, "hello"));
    }

    private Reply cancel(String operation, long generation) throws SQLException {
        return ask(Request.cancel("t", "task-1", operation, "c-" + generation, generation, "op-1"));
    }

    private Reply ask(Request request) throws SQLException {
        return ledger.execute(request, () -> {});
    }

    private void open(Contract contract) throws SQLException {
        ledger = Ledger.open(file(), contract, clock);
    }

    private void refusing(Contract contract) throws SQLException {
        ledger = Ledger.open(file(), new Terms(contract, true), clock, Decisions.correct());
    }

    private List<String> rows(String... queries) throws SQLException {
        List<String> rows = new ArrayList<>();
        for (String query : queries) {
            rows.addAll(Sql.rows(file(), query));
        }
        return rows;
    }

    private Path file() {
        return directory.resolve("ledger.sqlite");
    }
}
