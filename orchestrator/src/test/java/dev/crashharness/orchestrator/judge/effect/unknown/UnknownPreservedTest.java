package dev.crashharness.orchestrator.judge.effect.unknown;

import static dev.crashharness.orchestrator.judge.fixture.Cells.blind;
import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.People;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An unknown is kept: by its attempt row, by the task, and by sending nothing more where nothing more is allowed. */
class UnknownPreservedTest {
    private static final Check CHECK = new UnknownPreserved();

    private static Run diedUnderBlind() {
        return Runs.diedAfterEffect(blind(kill(Point.AFTER_EFFECT))).spawn().claim();
    }

    @Test
    void anUnknownThatIsStillOnRecordIsHeld() {
        assertThat(Answers.of(CHECK, Runs.unknownUnderBlind().finish()))
                .isEqualTo("held: every unknown outcome is still on record");
        assertThat(Answers.of(CHECK, Runs.killedAfterEffect().finish())).startsWith("held: ");
        assertThat(Answers.of(CHECK, Runs.droppedReply().finish())).startsWith("held: ");
    }

    @Test
    void withoutAnUnknownThereIsNothingToPreserve() {
        assertThat(Answers.of(CHECK, Runs.clean().finish())).startsWith("not_exercised: ");
    }

    @Test
    void anUnknownAttemptIsNeverRewritten() {
        assertThat(Answers.of(
                        CHECK,
                        Runs.killedAfterEffect()
                                .update("attempt", "a-1", "outcome", "receipt")
                                .finish()))
                .startsWith("broken: attempt a-1: outcome unknown, then update to receipt at audit ");
    }

    /** The outcome stays unknown, and what was known of it is gone. */
    @Test
    void theEvidenceOfAnUnknownIsNeverRewritten() {
        assertThat(Answers.of(
                        CHECK,
                        Runs.killedAfterEffect()
                                .update("attempt", "a-1", "evidence", "not sent")
                                .finish()))
                .startsWith("broken: attempt a-1: outcome unknown, then update to unknown at audit ")
                .endsWith(": its evidence was 'no reply' and is 'not sent'");
    }

    @Test
    void whateverElseOfItIsRewrittenIsNamed() {
        assertThat(Answers.of(
                        CHECK,
                        Runs.killedAfterEffect()
                                .update("attempt", "a-1", "receipt", "r-1")
                                .finish()))
                .endsWith(": its receipt was 'null' and is 'r-1'");
        assertThat(Answers.of(
                        CHECK,
                        Runs.killedAfterEffect()
                                .update("attempt", "a-1", "generation", 2L)
                                .finish()))
                .endsWith(": its generation was '1' and is '2'");
    }

    /** As a worker does that closes all attempts of the dead, those too that are closed. */
    @Test
    void aRewriteThatChangesNothingIsNone() {
        assertThat(Answers.of(
                        CHECK,
                        Runs.killedAfterEffect()
                                .update("attempt", "a-1", "outcome", "unknown", "evidence", "no reply")
                                .finish()))
                .startsWith("held: ");
    }

    @Test
    void noAttemptIsEverDeleted() {
        assertThat(Answers.of(CHECK, Runs.clean().delete("attempt", "a-1").finish()))
                .startsWith("broken: attempt a-1: outcome receipt, then delete");
    }

    @Test
    void aTimeoutIsNoRefusal() {
        Run timedOut = new Run(dedupQuery()).spawn().claim().prepare().attempt().requestFrame("op-1", "a-1", "drop");

        assertThat(Answers.of(
                        CHECK,
                        timedOut.update("attempt", "a-1", "outcome", "refused").finish()))
                .isEqualTo(
                        "broken: attempt a-1 got no reply, yet its outcome is refused: an unanswered request is unknown");
    }

    /** A cancel can be lost as a publication can. */
    @Test
    void aCancelsTimeoutIsNoRefusal() {
        Run timedOut = People.sent(People.prepared(""), "c-1");

        assertThat(Answers.of(
                        CHECK,
                        timedOut.update("attempt", "c-1", "outcome", "refused").finish()))
                .isEqualTo(
                        "broken: attempt c-1 got no reply, yet its outcome is refused: an unanswered request is unknown");
        assertThat(Answers.of(CHECK, People.refused().finish())).startsWith("held: ");
        assertThat(Answers.of(CHECK, People.compensated().finish())).startsWith("held: ");
    }

    @Test
    void aReplyThatTheRelayDroppedIsNoAnswer() {
        Run guessed = new Run(dedupQuery()).spawn().claim().prepare().send().replyFrame("a-1", "r-1", "drop");

        assertThat(Answers.of(
                        CHECK,
                        guessed.update("attempt", "a-1", "outcome", "receipt").finish()))
                .startsWith("broken: attempt a-1 got no reply, yet its outcome is receipt");
    }

    @Test
    void underBlindNothingIsSentAgain() {
        Run again = diedUnderBlind().closeAsUnknown().attempt().execute("op-1", "a-2", "r-2", true);

        assertThat(Answers.of(CHECK, again.giveUp().finish())).startsWith("broken: 2 publish requests under blind");
    }

    @Test
    void aTaskLeavesUnknownOnlyWithAReceipt() {
        assertThat(Answers.of(
                        CHECK,
                        diedUnderBlind()
                                .closeAsUnknown()
                                .giveUp()
                                .update("task", "task-1", "state", "failed")
                                .finish()))
                .startsWith("broken: task: unknown became failed at audit ");
        assertThat(Answers.of(
                        CHECK,
                        diedUnderBlind()
                                .closeAsUnknown()
                                .giveUp()
                                .update("task", "task-1", "state", "succeeded")
                                .finish()))
                .endsWith("without a receipt");
        assertThat(Answers.of(CHECK, Runs.droppedReply().finish())).startsWith("held: ");
    }

    @Test
    void whereTheOutcomeCannotBeKnownTheTaskSaysSo() {
        assertThat(Answers.of(
                        CHECK,
                        diedUnderBlind()
                                .update("task", "task-1", "state", "failed")
                                .finish()))
                .isEqualTo("broken: the outcome cannot be known here, but the task ended failed");
    }

    @Test
    void anUnknownTaskKeepsItsEvidence() {
        assertThat(Answers.of(CHECK, diedUnderBlind().giveUp().finish()))
                .isEqualTo("broken: the task is unknown, but no attempt is recorded as unknown with its evidence");
    }

    @Test
    void aWorkerThatWasCutShortHasNotForgottenAnything() {
        Run cutShort = diedUnderBlind().exit(137, false).ending(Ending.Kind.CHILD_FAILED, "worker-2 was killed");

        assertThat(Answers.of(CHECK, cutShort.finish())).startsWith("not_exercised: ");
    }

    /** A lookup that found nothing proves nothing: the request may be under way. */
    @Test
    void underQueryOnlyNothingIsSentAgainEither() {
        Run again = new Run(cell(Contract.QUERY_ONLY, kill(Point.AFTER_SEND)))
                .spawn()
                .claim()
                .prepare()
                .send();

        assertThat(Answers.of(CHECK, again.closeAsUnknown().send().finish()))
                .isEqualTo(
                        "broken: 2 publish requests under query-only, where an unanswered one may never be repeated");
    }

    @Test
    void aRequestThatTheRelayDoublesIsOneRequest() {
        assertThat(Answers.of(CHECK, Runs.duplicatedUnderBlind().finish())).startsWith("not_exercised: ");
    }

    @Test
    void aReplyThatWasCutOrResetIsNoAnswer() {
        for (String action : List.of("half", "reset")) {
            Run guessed = new Run(dedupQuery()).spawn().claim().prepare().send().replyFrame("a-1", "r-1", action);

            assertThat(Answers.of(
                            CHECK,
                            guessed.update("attempt", "a-1", "outcome", "receipt")
                                    .finish()))
                    .startsWith("broken: attempt a-1 got no reply");
        }
    }
}
