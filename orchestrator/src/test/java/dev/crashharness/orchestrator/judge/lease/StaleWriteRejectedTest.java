package dev.crashharness.orchestrator.judge.lease;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.People;
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

    /** The lease was given back before the work was done: generation and state are all right. */
    @Test
    void workWithoutALeaseIsCaught() {
        String accepted =
                "broken: audit \\d+, insert of %s was accepted while nobody held the lease, after generation 1 had"
                        + " claimed";

        assertThat(examine(released().commit("draft"))).matches(accepted.formatted("checkpoint"));
        assertThat(examine(released().prepare())).matches(accepted.formatted("intent"));
        assertThat(examine(released().attempt())).matches(accepted.formatted("attempt"));
        assertThat(examine(People.prepare(released()))).matches(accepted.formatted("compensation"));
        assertThat(examine(released().spawn().claim().commit("draft"))).startsWith("held: ");
    }

    private static Run released() {
        return new Run(dedupQuery()).spawn().claim().commit("collect").release();
    }

    /** What a person confirms is saved as the step it stands for; before that nobody's checkpoint is a person's. */
    @Test
    void aPersonsConfirmNeedsNoLease() {
        assertThat(examine(People.confirmed())).startsWith("held: ");
        assertThat(examine(People.unknown("resolve=confirmed").confirm("r-1")))
                .contains("insert of checkpoint was accepted while nobody held the lease");
        assertThat(examine(People.confirmed().attempt()))
                .contains("insert of attempt was accepted while nobody held the lease");
    }

    /** In which order its one transaction writes is a command's own affair. */
    @Test
    void aPersonsConfirmMayWriteItsDecisionLast() {
        Run run = People.unknown("resolve=confirmed").confirm("r-1");
        run.insert("resolution", "task-1", "kind=confirmed operation=op-1 generation=2 receipt=r-1");

        assertThat(examine(run)).startsWith("held: ");
    }

    @Test
    void aPersonConfirmsNothingButThePublication() {
        assertThat(examine(People.confirmed().commit("draft")))
                .contains("insert of checkpoint was accepted while nobody held the lease");
    }

    /** No clock is in a fence: who holds a lease that ran out, and that nobody has claimed, may write. */
    @Test
    void aLeaseThatRanOutIsStillHeld() {
        Run late = Runs.diedAfterEffect(dedupQuery(kill(Point.AFTER_EFFECT)))
                .spawn()
                .claim();

        assertThat(examine(
                        late.update("task", "task-1", "lease_expires_at_ms", 0L).attempt()))
                .startsWith("held: ");
    }

    @Test
    void aRescuerThatChangesTheStateIsJudgedByThat() {
        assertThat(examine(Runs.killedAfterCollect().update("task", "task-1", "state", "running")))
                .startsWith("held: ");
    }
}
