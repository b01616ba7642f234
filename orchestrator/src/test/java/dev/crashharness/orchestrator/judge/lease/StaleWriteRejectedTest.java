package dev.crashharness.orchestrator.judge.lease;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Point;
import org.junit.jupiter.api.Test;

/** Whose write is accepted after a later claim. */
class StaleWriteRejectedTest {
    private static final Check CHECK = new StaleWriteRejected();

    private static String examine(Run run) {
        return Answers.of(CHECK, run.finish());
    }

    /** Generation 2 holds the lease; the actor is worker-1 again. */
    private static Run resumed() {
        Run run = new Run(dedupQuery(worker(Point.AFTER_SEND, Action.PAUSE)))
                .spawn()
                .claim()
                .commit("collect");
        return run.prepare().attempt().spawn().claim().as(1);
    }

    @Test
    void afterALaterClaimNothingOfAnEarlierGenerationIsAccepted() {
        assertThat(examine(Runs.stoppedAfterCollect()
                        .refused("checkpoint", "draft")
                        .loses()))
                .isEqualTo("held: no write of an earlier generation was accepted, up to generation 2");
        assertThat(examine(Runs.killedAfterEffect())).startsWith("held: ");
        assertThat(examine(Runs.clean())).isEqualTo("not_exercised: no generation was followed by another");
    }

    @Test
    void aCheckpointOrAnAttemptOfTheOldGenerationIsCaught() {
        assertThat(examine(resumed().commit("draft")))
                .matches("broken: audit \\d+, insert of checkpoint of generation 1 was accepted, after generation 2 had"
                        + " claimed");
        assertThat(examine(resumed().attempt())).contains("insert of attempt of generation 1 was accepted");
    }

    @Test
    void anAttemptOfTheOldGenerationIsClosedByTheHeirAndOnlyAsUnknown() {
        assertThat(examine(resumed().closeAsUnknown())).startsWith("held: ");
        assertThat(examine(resumed().update("attempt", "a-1", "outcome", "receipt", "receipt", "r-1")))
                .contains("update of attempt of generation 1 was closed as receipt");
    }

    @Test
    void aGenerationThatIsSetBackIsCaught() {
        assertThat(examine(resumed().update("task", "task-1", "generation", 1L)))
                .contains("update of task set the generation back to 1");
    }

    /** The row stays the same: only the audit shows that the write was accepted. */
    @Test
    void aReleaseOfWhatNobodyHoldsIsCaught() {
        assertThat(examine(resumed().as(2).release().as(1).release()))
                .contains("update of task was accepted while nobody held the lease");
        assertThat(examine(Runs.clean().release())).contains("was accepted while nobody held the lease");
    }

    @Test
    void aRescuerThatChangesTheStateIsJudgedByThat() {
        assertThat(examine(Runs.killedAfterCollect().update("task", "task-1", "state", "running")))
                .startsWith("held: ");
    }
}
