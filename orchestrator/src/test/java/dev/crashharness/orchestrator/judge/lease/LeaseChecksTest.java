package dev.crashharness.orchestrator.judge.lease;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Ending.Kind;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Point;
import org.junit.jupiter.api.Test;

/** The promises about claims, steps and the end of a task. */
class LeaseChecksTest {
    private static final Check INCREASES = new GenerationStrictlyIncreases();
    private static final Check ONCE = new StepCommittedOnce();
    private static final Check PREFIX = new StepsFormAPrefix();
    private static final Check SURVIVES = new AcknowledgedCheckpointSurvives();
    private static final Check FINAL = new TerminalIsFinal();
    private static final Check COMPLETES = new WorkCompletes();

    private static Run untouched() {
        return new Run(dedupQuery());
    }

    @Test
    void theGenerationIsComparedWithThePrediction() {
        Check check = new GenerationExpected();

        assertThat(Answers.of(check, Runs.killedAfterCollect().finish())).isEqualTo("held: generation 2, as predicted");
        assertThat(Answers.of(
                        check,
                        Runs.clean().update("task", "task-1", "generation", 4L).finish()))
                .isEqualTo("broken: generation: expected 1, found 4");
        assertThat(Answers.of(check, Runs.clean().close())).startsWith("not_exercised: ");
    }

    @Test
    void claimsCountUpByOne() {
        assertThat(Answers.of(INCREASES, Runs.killedAfterCollect().finish()))
                .isEqualTo("held: claims have the generations [1, 2]");
        assertThat(Answers.of(INCREASES, untouched().finish())).startsWith("not_exercised: ");
    }

    @Test
    void aReclaimThatKeepsItsGenerationIsCaught() {
        Run kept = new Run(dedupQuery(kill(Point.AFTER_LEASE))).spawn().claim().kill("after_lease");

        assertThat(Answers.of(INCREASES, kept.spawn().claimRow(1, 60_000, "wal").finish()))
                .isEqualTo("broken: claims in order: expected generations [1, 2], found [1, 1]");
    }

    @Test
    void aGenerationWithoutAClaimIsCaught() {
        assertThat(Answers.of(
                        INCREASES,
                        Runs.clean().update("task", "task-1", "generation", 2L).finish()))
                .isEqualTo("broken: task generation: expected 1 for as many claims, found 2");
    }

    @Test
    void aGenerationThatJumpsAndComesBackIsCaught() {
        Run jumped = Runs.clean().update("task", "task-1", "generation", 7L);

        assertThat(Answers.of(
                        INCREASES,
                        jumped.update("task", "task-1", "generation", 1L).finish()))
                .contains("generation went from 1 to 7");
    }

    @Test
    void eachStepIsInsertedOnce() {
        assertThat(Answers.of(ONCE, Runs.killedAfterCollect().finish())).isEqualTo("held: 4 steps, one insert each");
        assertThat(Answers.of(ONCE, untouched().finish())).startsWith("not_exercised: ");
    }

    @Test
    void aStepCommittedTwiceIsCaughtThoughOneRowIsLeft() {
        assertThat(Answers.of(ONCE, Runs.clean().commit("draft").finish()))
                .startsWith("broken: step draft was committed by generation 1");
    }

    @Test
    void aRewriteOfTheSameValueIsCaught() {
        assertThat(Answers.of(
                        ONCE,
                        Runs.clean()
                                .update("checkpoint", "draft", "step", "draft")
                                .finish()))
                .startsWith("broken: checkpoint draft of generation 1 was written again");
        assertThat(Answers.of(ONCE, Runs.clean().delete("checkpoint", "draft").finish()))
                .endsWith("delete");
    }

    @Test
    void theStepsAreAPrefix() {
        assertThat(Answers.of(PREFIX, Runs.killedAfterCollect().finish()))
                .isEqualTo("held: the steps are a prefix in all 2 copies");
        assertThat(Answers.of(PREFIX, untouched().finish())).startsWith("not_exercised: ");
    }

    @Test
    void aSkippedOrLostStepIsCaught() {
        assertThat(Answers.of(
                        PREFIX, untouched().commit("collect").commit("verify").finish()))
                .isEqualTo("broken: final: steps were committed in the order [collect, verify]");
        assertThat(Answers.of(
                        PREFIX, Runs.clean().delete("checkpoint", "publish").finish()))
                .isEqualTo("broken: final: [collect, draft, verify, publish] were committed, but the rows are"
                        + " [collect, draft, verify]");
    }

    @Test
    void anAnnouncedCheckpointIsInEveryLaterCopy() {
        assertThat(Answers.of(SURVIVES, Runs.killedAfterCollect().finish())).startsWith("held: ");
        assertThat(Answers.of(SURVIVES, untouched().finish())).startsWith("not_exercised: ");
    }

    @Test
    void anAnnouncedCheckpointThatIsGoneAfterTheKillIsCaught() {
        Run lost =
                new Run(dedupQuery(kill(Point.AFTER_COLLECT))).spawn().claim().kill("after_collect");

        assertThat(Answers.of(SURVIVES, lost.commit("collect").finish()))
                .isEqualTo("broken: worker-1 announced after_collect, but after-1 has no checkpoint collect");
    }

    @Test
    void aConfirmationIsACheckpointToo() {
        assertThat(Answers.of(
                        SURVIVES,
                        untouched().spawn().claim().at("after_confirm").finish()))
                .endsWith("final has no checkpoint publish");
    }

    @Test
    void whatACopyHeldBeforeTheAnnouncementIsNoLoss() {
        Run later =
                untouched().spawn().claim().copy("after-1").commit("collect").at("after_collect");

        assertThat(Answers.of(SURVIVES, later.finish())).startsWith("held: ");
    }

    @Test
    void aReleaseAfterTheEndIsLegitimate() {
        assertThat(Answers.of(FINAL, Runs.clean().finish())).startsWith("held: nothing followed succeeded");
        assertThat(Answers.of(FINAL, Runs.unknownUnderBlind().finish())).startsWith("not_exercised: ");
    }

    @Test
    void nothingOfTheOutcomeIsWrittenAfterTheEnd() {
        assertThat(Answers.of(
                        FINAL,
                        Runs.clean()
                                .update("task", "task-1", "state", "running")
                                .finish()))
                .startsWith("broken: succeeded at audit ")
                .endsWith("state running, generation 1");
        assertThat(Answers.of(FINAL, Runs.clean().commit("publish").finish())).contains("then insert of checkpoint");
        assertThat(Answers.of(FINAL, Runs.clean().attempt().finish())).contains("then insert of attempt");
        assertThat(Answers.of(FINAL, Runs.clean().spawn().claim().finish())).startsWith("broken: ");
        assertThat(Answers.of(
                        FINAL,
                        Runs.clean()
                                .update("intent", "task-1", "receipt", "r-2")
                                .finish()))
                .contains("then update of intent");
    }

    @Test
    void aClaimOfEndedWorkIsCaughtEvenWhenTheTaskRowIsLeftAlone() {
        assertThat(Answers.of(
                        FINAL, Runs.clean().spawn().claimRow(2, 60_000, "wal").finish()))
                .contains("then insert of lease_history");
    }

    @Test
    void workCompletesWithAnEndOrAPredictedUnknown() {
        assertThat(Answers.of(COMPLETES, Runs.clean().finish())).isEqualTo("held: the task ended succeeded");
        assertThat(Answers.of(COMPLETES, Runs.unknownUnderBlind().finish())).isEqualTo("held: the task ended unknown");
        assertThat(Answers.of(COMPLETES, Runs.clean().close())).startsWith("not_exercised: ");
    }

    @Test
    void anUnknownThatNobodyPredictedIsUnfinishedWork() {
        assertThat(Answers.of(COMPLETES, untouched().spawn().claim().giveUp().finish()))
                .isEqualTo("broken: the task is unknown at the end, expected succeeded");
    }

    @Test
    void workThatHangsOrRunsOutOfLivesIsLost() {
        assertThat(Answers.of(
                        COMPLETES,
                        untouched()
                                .ending(Kind.DEADLINE, "worker-1 stands at after_lease")
                                .finish()))
                .isEqualTo("broken: the work did not end (deadline, task pending): worker-1 stands at after_lease");
        assertThat(Answers.of(
                        COMPLETES,
                        untouched().ending(Kind.LIVES_SPENT, "4 workers").finish()))
                .startsWith("broken: ");
        assertThat(Answers.of(
                        COMPLETES,
                        untouched().ending(Kind.CHILD_FAILED, "exit 1").finish()))
                .startsWith("broken: ");
    }
}
