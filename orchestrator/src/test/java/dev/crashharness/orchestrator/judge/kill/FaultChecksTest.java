package dev.crashharness.orchestrator.judge.kill;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.publisher;
import static dev.crashharness.orchestrator.judge.fixture.Cells.wire;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import org.junit.jupiter.api.Test;

/** Whether every fault was reached and is proved to have landed. */
class FaultChecksTest {
    private static final Check LANDED = new KillLanded();
    private static final Check REACHED = new PointReached();

    private static final Cell ONE_KILL = dedupQuery(kill(Point.AFTER_COLLECT));

    private static Run parked() {
        return new Run(ONE_KILL)
                .spawn()
                .claim()
                .commit("collect")
                .at("after_collect")
                .park("after_collect");
    }

    private static FaultOutcome outcome(String signal, long signalledAt, int exit, boolean landed) {
        return new FaultOutcome(
                "worker@after_collect", "worker-1", 100, 1, signal, signalledAt, exit, landed, "the child was gone");
    }

    @Test
    void aKillWithItsProofHasLanded() {
        assertThat(Answers.of(LANDED, Runs.killedAfterCollect().finish()))
                .isEqualTo("held: 1 of 1 faults landed, each with its proof");
    }

    @Test
    void withoutAFaultThereIsNothingToLandOrReach() {
        assertThat(Answers.of(LANDED, Runs.clean().finish())).startsWith("not_exercised: ");
        assertThat(Answers.of(REACHED, Runs.clean().finish())).startsWith("not_exercised: ");
    }

    @Test
    void aDryRunProvesNothing() {
        assertThat(Answers.of(
                        LANDED, parked().outcome(outcome("dry", 0, -1, false)).finish()))
                .startsWith("broken: worker@after_collect on worker-1: dry run");
    }

    @Test
    void anExitByItselfIsNoKillEvenWithTheRightCode() {
        Run exited = parked().exit(137, false).outcome(outcome("", 0, 137, false));

        assertThat(Answers.of(LANDED, exited.finish())).contains("no SIGKILL was sent: the child was gone");
    }

    @Test
    void anotherExitCodeIsNoKill() {
        assertThat(Answers.of(
                        LANDED, parked().outcome(outcome("KILL", 9, 143, true)).finish()))
                .contains("exit 143, expected 137");
    }

    @Test
    void aChildThatEndedBeforeTheSignalWasNotKilledByIt() {
        Run early = parked().exit(137, true).outcome(outcome("KILL", 99, 137, true));

        assertThat(Answers.of(LANDED, early.finish())).contains("had ended with exit 137 before the signal");
    }

    @Test
    void aChildThatRunsOnAfterItWasParkedWasNotStoppedThere() {
        Run announced = parked().at("before_draft").killed(1);
        Run reported = parked().event(EventType.REPORTED, "name=progress").killed(1);
        Run sent = parked().requestFrame("op-1", "a-1", "forward").killed(1);

        assertThat(Answers.of(LANDED, announced.finish())).contains("ran past the point: at before_draft");
        assertThat(Answers.of(LANDED, reported.finish())).contains("ran past the point: event progress");
        assertThat(Answers.of(LANDED, sent.finish())).contains("ran past the point: a request on the wire");
    }

    @Test
    void aRequestFlushedBeforeAfterSendMayBeSeenLater() {
        Run late = new Run(dedupQuery(kill(Point.AFTER_SEND))).spawn().claim().at("after_send");
        late.park("after_send").requestFrame("op-1", "a-1", "forward");

        assertThat(Answers.of(LANDED, late.killed(1).finish())).startsWith("held: ");
    }

    @Test
    void aSecondRequestAfterAfterSendIsNotThatOne() {
        Run on = new Run(dedupQuery(kill(Point.AFTER_SEND))).spawn().claim().requestFrame("op-1", "a-1", "forward");
        on.at("after_send").park("after_send").requestFrame("op-1", "a-2", "forward");

        assertThat(Answers.of(LANDED, on.killed(1).finish())).contains("ran past the point");
    }

    @Test
    void theSenderOfAHeldFrameMayAnnounceAfterSendLaterButNothingElse() {
        assertThat(Answers.of(LANDED, heldRequest().at("after_send").killed(1).finish()))
                .startsWith("held: ");
        assertThat(Answers.of(LANDED, heldRequest().at("after_effect").killed(1).finish()))
                .contains("ran past the point: at after_effect");
    }

    private static Run heldRequest() {
        Run run = new Run(dedupQuery(wire(Point.REQUEST, Action.KILL_WORKER)));
        return run.spawn().claim().requestFrame("op-1", "a-1", "hold").park("request");
    }

    @Test
    void aDroppedFrameNeedsNoDeath() {
        assertThat(Answers.of(LANDED, Runs.droppedReply().finish())).startsWith("held: ");
    }

    @Test
    void aDropThatWasNotCarriedOutHasNotLanded() {
        Run kept = Runs.clean(dedupQuery(wire(Point.REPLY, Action.DROP)))
                .outcome(new FaultOutcome("wire@reply=drop", "worker-1", 0, 1, "", 0, -1, false, "it had passed"));

        assertThat(Answers.of(LANDED, kept.finish())).endsWith("it did not land: it had passed");
    }

    @Test
    void aChildKilledBySomebodyElseSpoilsTheRun() {
        assertThat(Answers.of(LANDED, Runs.clean().spawn().exit(137, false).finish()))
                .isEqualTo("broken: worker-2 died with exit 137, and it was not the harness that killed it");
        assertThat(Answers.of(LANDED, Runs.clean().spawn().exit(139, false).finish()))
                .startsWith("broken: ");
        assertThat(Answers.of(LANDED, Runs.clean().spawn().exit(1, false).finish()))
                .startsWith("not_exercised: ");
    }

    @Test
    void aPointWhereSomebodyStoodWasReached() {
        assertThat(Answers.of(REACHED, Runs.killedAfterCollect().finish()))
                .isEqualTo("held: the points of all faults (1) were reached");
    }

    @Test
    void aPointThatNobodyCameToNamesTheLastOneThatWasReached() {
        Run passedBy = Runs.clean(ONE_KILL)
                .outcome(new FaultOutcome("worker@after_collect", "", 0, 0, "", 0, -1, false, "never armed"));

        assertThat(Answers.of(REACHED, passedBy.finish()))
                .isEqualTo(
                        "broken: worker@after_collect (fault 1) was never reached; worker-1 came last to after_confirm");
        assertThat(Answers.of(LANDED, passedBy.finish())).startsWith("not_exercised: ");
    }

    @Test
    void aFaultWithoutAnyOutcomeWasNotReached() {
        assertThat(Answers.of(REACHED, new Run(ONE_KILL).finish())).endsWith("no process announced any point");
    }

    private static Run stopped() {
        return Runs.stoppedAfterCollect().refused("checkpoint", "draft").loses();
    }

    private static Run stoppedWith(FaultOutcome outcome) {
        Cell cell = dedupQuery(worker(Point.AFTER_COLLECT, Action.PAUSE));
        return new Run(cell)
                .spawn()
                .claim()
                .at("after_collect")
                .park("after_collect")
                .outcome(outcome);
    }

    private static FaultOutcome stop(String signal, boolean landed, String reason) {
        return new FaultOutcome("worker@after_collect=pause", "worker-1", 100, 1, signal, 9, -1, landed, reason);
    }

    @Test
    void aStopWithItsProofHasLanded() {
        assertThat(Answers.of(LANDED, stopped().finish())).isEqualTo("held: 1 of 1 faults landed, each with its proof");
        assertThat(Answers.of(REACHED, stopped().finish())).startsWith("held: ");
    }

    @Test
    void aStopThatWasNotConfirmedOrNotSentHasNotLanded() {
        assertThat(Answers.of(
                        LANDED,
                        stoppedWith(stop("STOP", false, "a thread ran on")).finish()))
                .endsWith("it did not land: a thread ran on");
        assertThat(Answers.of(LANDED, stoppedWith(stop("KILL", true, "")).finish()))
                .contains("no SIGSTOP was sent");
        assertThat(Answers.of(LANDED, stoppedWith(stop("dry", false, "")).finish()))
                .contains("dry run");
    }

    @Test
    void aStoppedWorkerIsSilentUntilItIsResumed() {
        assertThat(Answers.of(
                        LANDED,
                        stoppedWith(stop("STOP", true, ""))
                                .at("before_draft")
                                .resume(1)
                                .finish()))
                .contains("ran past the point: at before_draft");
        assertThat(Answers.of(
                        LANDED,
                        stoppedWith(stop("STOP", true, ""))
                                .resume(1)
                                .at("before_draft")
                                .finish()))
                .startsWith("held: ");
    }

    @Test
    void aStoppedWorkerThatNobodyWokeProvesNothing() {
        assertThat(Answers.of(LANDED, stoppedWith(stop("STOP", true, "")).finish()))
                .endsWith("it was never resumed");
    }

    @Test
    void aPublisherIsKilledLikeAWorker() {
        assertThat(Answers.of(LANDED, Runs.publisherKilledAfterCommit().finish()))
                .startsWith("held: ");
    }

    @Test
    void whatTheHarnessDoesItselfNeedsNoSignal() {
        assertThat(Answers.of(LANDED, Runs.collidedAndRefused().finish())).startsWith("held: ");
        assertThat(Answers.of(LANDED, Runs.duplicatedUnderBlind().finish())).startsWith("held: ");
    }

    @Test
    void ofAPublishersFaultThePublishersPointsAreNamed() {
        Run passedBy = new Run(dedupQuery(publisher(Point.AFTER_COMMIT, Action.KILL)));
        passedBy.eventOf("publisher-1", EventType.AT, "point=after_receive")
                .spawn()
                .at("after_send");

        assertThat(Answers.of(REACHED, passedBy.finish())).endsWith("publisher-1 came last to after_receive");
    }
}
