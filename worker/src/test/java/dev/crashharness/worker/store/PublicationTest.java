package dev.crashharness.worker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.worker.Tries;
import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class PublicationTest extends StoreFixture {
    private static final String AUDIT_OF_THIS = "SELECT table_name, action, json_extract(after_json, '$.outcome'),"
            + " json_extract(after_json, '$.state') FROM audit WHERE seq > ";

    private final Intent intent = Intent.mint("Draft of task-1");

    @Test
    void anIntentIsStoredAsPreparedWithTheFingerprintOfItsPayload() throws SQLException {
        store.publication().prepare(claimed("ada"), intent);

        assertThat(store.publication().intent(TASK.id())).contains(intent);
        assertThat(rows("SELECT operation, payload, payload_hash, state, receipt, generation, owner FROM intent"))
                .containsExactly(
                        intent.operation() + "|Draft of task-1|" + intent.payloadHash() + "|prepared|null|1|ada");
    }

    @Test
    void anIntentIsStoredOnceAndASecondOneChangesNothing() throws SQLException {
        Lease lease = claimed("ada");
        store.publication().prepare(lease, intent);

        assertThatThrownBy(() -> store.publication().prepare(lease, Intent.mint("another")))
                .isInstanceOf(SQLException.class);

        assertThat(store.publication().intent(TASK.id())).contains(intent);
        assertThat(rows("SELECT action FROM audit WHERE table_name = 'intent'")).containsExactly("insert");
    }

    @Test
    void anAttemptIsOnRecordAsSentBeforeItsFirstByte() throws SQLException {
        Lease lease = prepared("ada");

        Attempt attempt = Tries.begin(store, lease, intent.operation());

        assertThat(attempt).isEqualTo(new Attempt(attempt.id(), intent.operation(), 1, Outcome.SENT, 1_000_000));
        assertThat(store.attempts().of(TASK.id())).containsExactly(attempt);
        assertThat(rows("SELECT owner, outcome, receipt, evidence, sent_at_ms, closed_at_ms FROM attempt"))
                .containsExactly("ada|sent|null|null|1000000|null");
    }

    @Test
    void anAttemptIsClosedOnceAndItsUnknownIsNeverOverwritten() throws SQLException {
        Lease lease = prepared("ada");
        Attempt attempt = Tries.begin(store, lease, intent.operation());
        store.attempts().close(lease, attempt, Outcome.UNKNOWN, "silent for 100 ms");

        assertThatThrownBy(() -> store.attempts().close(lease, attempt, Outcome.REFUSED, "on second thoughts"))
                .isInstanceOf(LeaseLostException.class);

        assertThat(rows("SELECT outcome, receipt, evidence, closed_at_ms FROM attempt"))
                .containsExactly("unknown|null|silent for 100 ms|1000000");
        assertThat(refusals()).containsExactly("1|ada|attempt outcome|" + attempt.id() + " refused|1|ada");
    }

    @Test
    void aSuccessorClosesTheOpenAttemptOfTheDead() throws SQLException {
        Lease dead = prepared("ada");
        Attempt attempt = Tries.begin(store, dead, intent.operation());
        Lease successor = takeover(dead, "bob");

        store.attempts().close(successor, attempt, Outcome.UNKNOWN, "taken over");

        assertThat(rows("SELECT generation, owner, outcome, evidence FROM attempt"))
                .containsExactly("1|ada|unknown|taken over");
    }

    @Test
    void aConfirmationWritesAttemptIntentCheckpointAndLastTheState() throws SQLException {
        Lease lease = prepared("ada");
        Attempt attempt = Tries.begin(store, lease, intent.operation());
        String before = lastAudit();

        store.publication().confirm(lease, "r-1", Optional.of(attempt), NOTHING);

        assertThat(rows(AUDIT_OF_THIS + before + " ORDER BY seq"))
                .containsExactly(
                        "attempt|update|receipt|null",
                        "intent|update|null|confirmed",
                        "checkpoint|insert|null|null",
                        "task|update|null|succeeded");
        assertThat(rows("SELECT outcome, receipt FROM attempt")).containsExactly("receipt|r-1");
        assertThat(rows("SELECT state, receipt FROM intent")).containsExactly("confirmed|r-1");
        assertThat(rows("SELECT step, output FROM checkpoint")).containsExactly("publish|r-1");
    }

    @Test
    void aConfirmationByLookupLeavesTheAttemptUnknown() throws SQLException {
        Lease lease = prepared("ada");
        Attempt attempt = Tries.begin(store, lease, intent.operation());
        store.attempts().close(lease, attempt, Outcome.UNKNOWN, "silent");

        store.publication().confirm(lease, "r-1", Optional.empty(), NOTHING);

        assertThat(rows("SELECT outcome, receipt FROM attempt")).containsExactly("unknown|null");
        assertThat(rows("SELECT state, receipt FROM intent")).containsExactly("confirmed|r-1");
        assertThat(rows("SELECT state FROM task")).containsExactly("succeeded");
    }

    @Test
    void aConfirmationThatFailsBeforeItsCommitLeavesNothingOfIt() throws SQLException {
        Lease lease = prepared("ada");
        Attempt attempt = Tries.begin(store, lease, intent.operation());
        List<String> before = everythingButRefusals();

        assertThatThrownBy(() -> store.publication().confirm(lease, "r-1", Optional.of(attempt), () -> {
                    throw new IllegalStateException("stopped here");
                }))
                .hasMessage("stopped here");

        assertThat(everythingButRefusals()).isEqualTo(before);
    }

    @Test
    void everyWriteOfALoserIsRefusedOnRecordAndChangesNothing() throws SQLException {
        Lease loser = prepared("ada");
        Attempt attempt = Tries.begin(store, loser, intent.operation());
        takeover(loser, "bob");
        List<String> before = everythingButRefusals();

        for (ThrowingCallable write : List.<ThrowingCallable>of(
                () -> store.publication().prepare(loser, Intent.mint("late")),
                () -> Tries.begin(store, loser, intent.operation()),
                () -> store.attempts().close(loser, attempt, Outcome.UNKNOWN, "late"),
                () -> store.publication().conflict(loser, attempt, "late"),
                () -> store.publication().confirm(loser, "r-9", Optional.of(attempt), NOTHING),
                () -> store.publication().confirm(loser, "r-9", Optional.empty(), NOTHING),
                () -> store.publication().giveUp(loser))) {
            assertThatThrownBy(write).isInstanceOf(LeaseLostException.class);
        }

        assertThat(everythingButRefusals()).isEqualTo(before);
        assertThat(rows("SELECT what, found_generation, found_owner FROM refusal ORDER BY refusal"))
                .containsExactly(
                        "intent|2|bob",
                        "attempt|2|bob",
                        "attempt outcome|2|bob",
                        "attempt outcome|2|bob",
                        "attempt outcome|2|bob",
                        "receipt|2|bob",
                        "state|2|bob");
    }

    @Test
    void aConflictClosesTheAttemptAndEndsTheTask() throws SQLException {
        Lease lease = prepared("ada");
        Attempt attempt = Tries.begin(store, lease, intent.operation());

        store.publication().conflict(lease, attempt, "known with other content");

        assertThat(rows("SELECT outcome, receipt, evidence FROM attempt"))
                .containsExactly("conflict|null|known with other content");
        assertThat(rows("SELECT state FROM task")).containsExactly("conflict");
        assertThat(rows("SELECT state, receipt FROM intent")).containsExactly("prepared|null");
    }

    @Test
    void givingUpMakesTheTaskUnknownAndKeepsTheEvidence() throws SQLException {
        Lease lease = prepared("ada");
        Attempt attempt = Tries.begin(store, lease, intent.operation());
        store.attempts().close(lease, attempt, Outcome.UNKNOWN, "silent for 100 ms");

        store.publication().giveUp(lease);

        assertThat(rows("SELECT state, generation, owner FROM task")).containsExactly("unknown|1|ada");
        assertThat(rows("SELECT outcome, evidence FROM attempt")).containsExactly("unknown|silent for 100 ms");
        assertThat(rows("SELECT state FROM intent")).containsExactly("prepared");
    }

    private Lease prepared(String owner) throws SQLException {
        Lease lease = claimed(owner);
        store.publication().prepare(lease, intent);
        return lease;
    }

    private String lastAudit() throws SQLException {
        return rows("SELECT max(seq) FROM audit").get(0);
    }
}
