package dev.crashharness.worker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.worker.Tries;
import dev.crashharness.worker.store.person.ApprovalOutcome;
import dev.crashharness.worker.store.person.ApprovalOutcome.Approved;
import dev.crashharness.worker.store.person.ApprovalOutcome.Refused;
import dev.crashharness.worker.store.person.ApprovalOutcome.Unchanged;
import dev.crashharness.worker.task.Approval;
import dev.crashharness.worker.task.Intent;
import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Task;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may be waited for, and what is written when one comes. */
final class ApprovalsTest extends StoreFixture {
    private static final Task GUARDED = new Task(TASK.id(), TASK.contract(), TASK.payload(), true);

    private final Intent intent = Intent.mint("Draft of task-1");

    @Override
    Task task() {
        return GUARDED;
    }

    @Test
    void aTaskThatWaitsCanBeClaimedOnceItsOperationIsApproved() throws SQLException {
        waiting();
        assertThat(claim("bob")).isEqualTo(new ClaimOutcome.Awaiting());

        assertThat(approve()).isEqualTo(new Approved(new Approval("task-1", intent.operation(), 1, "eve", 1_000_000)));

        assertThat(rows("SELECT state, generation, owner FROM task")).containsExactly("pending|1|null");
        assertThat(rows("SELECT task, operation, generation, approved_by, approved_at_ms FROM approval"))
                .containsExactly("task-1|" + intent.operation() + "|1|eve|1000000");
        assertThat(claimed("bob").generation()).isEqualTo(2);
    }

    @Test
    void approvingAgainSaysWhoWasFirstAndWritesNothing() throws SQLException {
        waiting();
        approve();
        List<String> before = rows("SELECT * FROM audit");
        clock.set(2_000_000);

        ApprovalOutcome again = store.approvals().approve("task-1", Optional.empty(), "mallory", NOTHING);

        assertThat(again).isEqualTo(new Unchanged(new Approval("task-1", intent.operation(), 1, "eve", 1_000_000)));
        assertThat(rows("SELECT * FROM audit")).isEqualTo(before);
    }

    @Test
    void anotherTaskOrOperationIsNotApprovedNeitherBeforeNorAfter() throws SQLException {
        waiting();
        for (int time = 1; time <= 2; time++) {
            assertThat(refused("task-2", Optional.empty())).contains("the store holds task task-1 and not task-2");
            assertThat(refused("task-1", Optional.of("op-9"))).contains(intent.operation(), "op-9 was named");
            assertThat(rows("SELECT count(*) FROM approval")).containsExactly(time == 1 ? "0" : "1");
            approve();
        }
    }

    @Test
    void withoutAStoredOperationThereIsNothingToApprove() throws SQLException {
        assertThat(refused("task-1", Optional.empty())).contains("has no operation yet");
        claimed("ada");
        assertThat(refused("task-1", Optional.empty())).contains("has no operation yet");
        assertThat(refused("task-1", Optional.of("op-9"))).contains("has no operation yet", "op-9 was named");
    }

    @Test
    void aTaskWhoseWorkerDiedBeforeItGaveItBackStaysRunningAndIsApproved() throws SQLException {
        Lease lease = prepared();

        assertThat(approve()).isInstanceOf(Approved.class);

        assertThat(rows("SELECT state, generation, owner FROM task")).containsExactly("running|1|ada");
        assertThat(store.publication().maySend(GUARDED, intent.operation())).isTrue();
        assertThat(takeover(lease, "bob").generation()).isEqualTo(2);
    }

    /** Else nobody would ever make it pending again. */
    @Test
    void whoGivesBackATaskThatWasApprovedMeanwhileLeavesItClaimable() throws SQLException {
        Lease lease = prepared();
        approve();

        store.claims().awaitApproval(lease);

        assertThat(rows("SELECT state, owner, lease_expires_at_ms FROM task")).containsExactly("pending|null|null");
    }

    @Test
    void aLoserCannotSendATaskToWait() throws SQLException {
        Lease lease = prepared();
        takeover(lease, "bob");

        assertThatThrownBy(() -> store.claims().awaitApproval(lease))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("the store refused its wait for an approval");

        assertThat(rows("SELECT state, owner FROM task")).containsExactly("running|bob");
        assertThat(refusals()).containsExactly("1|ada|wait for an approval|awaiting_approval|2|bob");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    task-1 | ''  | eve | the operation that is meant is empty
                    task-1 | ' ' | eve | the operation that is meant is empty
                    ''     | -   | eve | the task that is meant is empty
                    task-1 | -   | ''  | the name of who says it is empty
                    task-1 | -   | ' ' | the name of who says it is empty
                    """)
    void anEmptyNameApprovesNothing(String task, String operation, String by, String why) throws SQLException {
        waiting();
        List<String> before = rows("SELECT * FROM audit");
        Optional<String> meant = operation.equals("-") ? Optional.empty() : Optional.of(operation);

        assertThat(((Refused) store.approvals().approve(task, meant, by, NOTHING)).why())
                .contains(why, "nothing was changed");
        assertThat(rows("SELECT * FROM audit")).isEqualTo(before);

        approve();
        assertThat(store.approvals().approve(task, meant, by, NOTHING)).isInstanceOf(Refused.class);
    }

    @Test
    void anApprovalThatIsStoppedBeforeItsCommitLeavesNothing() throws SQLException {
        waiting();
        List<String> before = rows("SELECT * FROM audit");

        assertThatThrownBy(() -> store.approvals().approve("task-1", Optional.empty(), "eve", () -> {
                    throw new IllegalStateException("stopped here");
                }))
                .hasMessage("stopped here");

        assertThat(rows("SELECT * FROM audit")).isEqualTo(before);
        assertThat(approve()).isInstanceOf(Approved.class);
    }

    @Test
    void noAttemptIsWrittenBeforeTheApproval() throws SQLException {
        Lease lease = prepared();
        assertThat(store.publication().maySend(GUARDED, intent.operation())).isFalse();

        assertThatThrownBy(() -> Tries.begin(store, lease, intent.operation())).isInstanceOf(LeaseLostException.class);
        assertThat(rows("SELECT * FROM attempt")).isEmpty();

        approve();
        assertThat(Tries.begin(store, lease, intent.operation()).generation()).isEqualTo(1);
    }

    private Lease prepared() throws SQLException {
        Lease lease = claimed("ada");
        store.publication().prepare(lease, intent);
        return lease;
    }

    private void waiting() throws SQLException {
        store.claims().awaitApproval(prepared());
        assertThat(rows("SELECT state, generation, owner FROM task")).containsExactly("awaiting_approval|1|null");
    }

    private ApprovalOutcome approve() throws SQLException {
        return store.approvals().approve("task-1", Optional.empty(), "eve", NOTHING);
    }

    private String refused(String task, Optional<String> operation) throws SQLException {
        return ((Refused) store.approvals().approve(task, operation, "eve", NOTHING)).why();
    }
}
