package dev.crashharness.worker.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.worker.task.Lease;
import dev.crashharness.worker.task.Step;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CheckpointsTest extends StoreFixture {
    @Test
    void aSavedStepIsLoadedByEveryLaterGeneration() throws SQLException {
        Lease lease = claimed("ada");
        save(lease, Step.COLLECT, "facts");
        Lease next = takeover(lease, "bob");
        save(next, Step.DRAFT, "");

        assertThat(store.checkpoints().load(TASK.id()))
                .containsExactlyInAnyOrderEntriesOf(Map.of(Step.COLLECT, "facts", Step.DRAFT, ""));
        assertThat(rows("SELECT step, generation, owner, output, saved_at_ms FROM checkpoint ORDER BY rowid"))
                .containsExactly("collect|1|ada|facts|1000000", "draft|2|bob||1002000");
    }

    @Test
    void aLosersCheckpointIsRefusedOnRecordAndItLearnsOfItsLoss() throws SQLException {
        Lease loser = claimed("ada");
        takeover(loser, "bob");
        List<String> before = everythingButRefusals();

        assertThatThrownBy(() -> save(loser, Step.COLLECT, "stale"))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("lease on task-1 lost: ada held generation 1")
                .hasMessageContaining("checkpoint of collect");

        assertThat(everythingButRefusals()).isEqualTo(before);
        assertThat(refusals()).containsExactly("1|ada|checkpoint|collect|2|bob");
    }

    @Test
    void aStepIsCommittedOnceEvenByItsOwnHolder() throws SQLException {
        Lease lease = claimed("ada");
        save(lease, Step.COLLECT, "facts");

        assertThatThrownBy(() -> save(lease, Step.COLLECT, "facts"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("PRIMARYKEY");

        assertThat(rows("SELECT table_name, action FROM audit WHERE table_name = 'checkpoint'"))
                .containsExactly("checkpoint|insert");
    }

    @Test
    void aStepThatFailsBeforeItsCommitIsNotSaved() throws SQLException {
        Lease lease = claimed("ada");

        assertThatThrownBy(() -> store.checkpoints().save(lease, Step.COLLECT, "facts", () -> {
                    throw new IllegalStateException("stopped here");
                }))
                .hasMessage("stopped here");

        assertThat(store.checkpoints().load(TASK.id())).isEmpty();
        save(lease, Step.COLLECT, "facts");
        assertThat(store.checkpoints().load(TASK.id())).containsKey(Step.COLLECT);
    }

    @Test
    void aReleasedLeaseCanSaveNothing() throws SQLException {
        Lease lease = claimed("ada");
        store.claims().release(lease);

        assertThatThrownBy(() -> save(lease, Step.COLLECT, "stale")).isInstanceOf(LeaseLostException.class);

        assertThat(refusals()).containsExactly("1|ada|checkpoint|collect|1|null");
    }

    private void save(Lease lease, Step step, String output) throws SQLException {
        store.checkpoints().save(lease, step, output, NOTHING);
    }
}
