package dev.crashharness.worker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.worker.Tries;
import dev.crashharness.worker.store.person.Instruction;
import dev.crashharness.worker.task.Attempt;
import dev.crashharness.worker.task.Attempt.Outcome;
import dev.crashharness.worker.task.Compensation;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Resolution.Kind;
import dev.crashharness.worker.task.TaskState;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The rows of an undoing: its own, and never the original's. */
final class CompensationsTest extends StoreFixture {
    private static final String STATE = "SELECT state, receipt, generation, owner FROM compensation";

    private final Intent intent = Intent.mint("Draft of task-1");
    private final Compensation compensation = Compensation.mint(intent.operation());

    @Test
    void aRequestedOneIsNotADoneOne() throws SQLException {
        Lease lease = compensating();

        store.compensations().prepare(lease, compensation);

        assertThat(store.compensations().find("task-1")).contains(compensation);
        assertThat(compensation.operation()).isNotEqualTo(compensation.original());
        assertThat(rows(STATE)).containsExactly("prepared|null|2|bob");
        assertThat(rows("SELECT state FROM task")).containsExactly("compensating");
    }

    @Test
    void aReceiptMakesItDoneAndTheTaskCompensatedLast() throws SQLException {
        Lease lease = compensating();
        store.compensations().prepare(lease, compensation);
        Attempt attempt = Tries.begin(store, lease, compensation.operation());
        List<String> original = original();
        String before = rows("SELECT max(seq) FROM audit").get(0);

        store.compensations().done(lease, "r-2", Optional.of(attempt));

        assertThat(rows("SELECT table_name, json_extract(after_json, '$.outcome'), json_extract(after_json, '$.state')"
                        + " FROM audit WHERE seq > " + before + " ORDER BY seq"))
                .containsExactly("attempt|receipt|null", "compensation|null|done", "task|null|compensated");
        assertThat(rows(STATE)).containsExactly("done|r-2|2|bob");
        assertThat(original()).isEqualTo(original);
    }

    @Test
    void aReceiptFromALookupLeavesItsTryUnknown() throws SQLException {
        Lease lease = compensating();
        store.compensations().prepare(lease, compensation);
        Attempt attempt = Tries.begin(store, lease, compensation.operation());
        store.attempts().close(lease, attempt, Outcome.UNKNOWN, "silent");

        store.compensations().done(lease, "r-2", Optional.empty());

        assertThat(rows("SELECT outcome FROM attempt WHERE operation = '" + compensation.operation() + "'"))
                .containsExactly("unknown");
        assertThat(rows("SELECT state FROM task")).containsExactly("compensated");
    }

    @Test
    void aRefusedOneNeverReadsCompensated() throws SQLException {
        Lease lease = compensating();
        store.compensations().prepare(lease, compensation);
        Attempt attempt = Tries.begin(store, lease, compensation.operation());
        List<String> original = original();

        store.compensations().refused(lease, attempt, Outcome.REFUSED, "cannot be cancelled");

        assertThat(rows(STATE)).containsExactly("refused|null|2|bob");
        assertThat(rows("SELECT state FROM task")).containsExactly("compensation_failed");
        assertThat(rows("SELECT outcome, evidence FROM attempt WHERE attempt = '" + attempt.id() + "'"))
                .containsExactly("refused|cannot be cancelled");
        assertThat(original()).isEqualTo(original);
        store.claims().release(lease);
        assertThat(claim("cyd")).isEqualTo(new ClaimOutcome.Finished(TaskState.COMPENSATION_FAILED));
    }

    /** The owner holds its lease until the release, so that the fence alone would let a second outcome over the first. */
    @Test
    void whatHasAnOutcomeGetsNoOtherFromTheSameGeneration() throws SQLException {
        Lease lease = compensating();
        store.compensations().prepare(lease, compensation);
        Attempt attempt = Tries.begin(store, lease, compensation.operation());
        store.compensations().refused(lease, attempt, Outcome.REFUSED, "cannot be cancelled");

        assertThatThrownBy(() -> store.compensations().done(lease, "r-2", Optional.empty()))
                .isInstanceOf(LeaseLostException.class);

        assertThat(rows(STATE)).containsExactly("refused|null|2|bob");
        assertThat(rows("SELECT state FROM task")).containsExactly("compensation_failed");
    }

    @Test
    void everyWriteOfALoserIsRefusedOnRecordAndChangesNothing() throws SQLException {
        Lease loser = compensating();
        store.compensations().prepare(loser, compensation);
        Attempt attempt = Tries.begin(store, loser, compensation.operation());
        takeover(loser, "cyd");
        List<String> before = rows("SELECT * FROM audit");

        for (ThrowingCallable write : List.<ThrowingCallable>of(
                () -> store.compensations().prepare(loser, Compensation.mint(intent.operation())),
                () -> Tries.begin(store, loser, compensation.operation()),
                () -> store.compensations().done(loser, "r-9", Optional.of(attempt)),
                () -> store.compensations().done(loser, "r-9", Optional.empty()),
                () -> store.compensations().refused(loser, attempt, Outcome.REFUSED, "late"))) {
            assertThatThrownBy(write).isInstanceOf(LeaseLostException.class);
        }

        assertThat(rows("SELECT * FROM audit")).isEqualTo(before);
        assertThat(rows("SELECT what, found_generation, found_owner FROM refusal ORDER BY refusal"))
                .containsExactly(
                        "compensation|3|cyd",
                        "attempt|3|cyd",
                        "attempt outcome|3|cyd",
                        "compensation outcome|3|cyd",
                        "attempt outcome|3|cyd");
    }

    private List<String> original() throws SQLException {
        List<String> rows = rows("SELECT * FROM intent");
        rows.addAll(rows("SELECT * FROM attempt WHERE operation = '" + intent.operation() + "'"));
        return rows;
    }

    /** Generation 1 ended in an unknown, a person wants it undone, generation 2 has claimed it. */
    private Lease compensating() throws SQLException {
        Lease lease = claimed("ada");
        store.publication().prepare(lease, intent);
        Attempt attempt = Tries.begin(store, lease, intent.operation());
        store.attempts().close(lease, attempt, Outcome.UNKNOWN, "silent for 100 ms");
        store.publication().giveUp(lease);
        store.claims().release(lease);
        Instruction instruction =
                new Instruction("task-1", Optional.empty(), Kind.COMPENSATE, "eve", Optional.empty(), Optional.empty());
        store.resolutions().resolve(instruction, standing(), "the test", Optional.empty(), NOTHING);
        return claimed("bob");
    }
}
