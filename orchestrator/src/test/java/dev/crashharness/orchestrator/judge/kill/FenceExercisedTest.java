package dev.crashharness.orchestrator.judge.kill;

import static dev.crashharness.orchestrator.judge.fixture.Cells.blind;
import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.probed;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import org.junit.jupiter.api.Test;

/** Whether those who should have been refused were, and not only did nothing wrong. */
class FenceExercisedTest {
    private static final Check CHECK = new FenceExercised();

    private static String examine(Run run) {
        return Answers.of(CHECK, run.finish());
    }

    @Test
    void refusalsOnRecordAreHeld() {
        assertThat(CHECK.verdictWhenBroken()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(examine(Runs.stoppedAfterCollect()
                        .refused("checkpoint", "draft")
                        .loses()))
                .isEqualTo("held: 2 writes were refused by the store, 0 requests by the publisher, 0 workers found the"
                        + " lease live");
    }

    @Test
    void whereNobodyIsTakenOverFromNobodyHasToBeRefused() {
        assertThat(examine(Runs.clean())).isEqualTo("not_exercised: nobody has to be refused in this cell");
        assertThat(examine(Runs.killedAfterCollect())).startsWith("not_exercised: ");
    }

    @Test
    void aWorkerThatWasStoppedAndNeverRefusedHasShownNothing() {
        assertThat(examine(Runs.stoppedAfterCollect().exit(10, false)))
                .isEqualTo("broken: writes of an old generation refused by the store: expected at least 2, found 0");
        assertThat(examine(Runs.stoppedAfterCollect().loses())).endsWith("expected at least 2, found 1");
    }

    @Test
    void underFencedThePublisherMustHaveRefused() {
        Cell fenced = cell(Contract.FENCED, worker(Point.BEFORE_SEND, Action.PAUSE));
        String refusal = "generation=1 found_generation=2 what=publish owner=a-1";

        assertThat(examine(Runs.stoppedBeforeSend(fenced).loses()))
                .isEqualTo(
                        "broken: requests of an old generation refused by the publisher: expected at least 1, found 0");
        assertThat(examine(Runs.stoppedBeforeSend(fenced)
                        .insertIntoLedger("refusal", "1", refusal)
                        .loses()))
                .startsWith("held: ");
    }

    /** A conflict is noted with the sender's own generation, and the harness sends under generation 0. */
    @Test
    void otherRefusalsOfThePublisherAreNoFence() {
        Cell fenced = cell(Contract.FENCED, worker(Point.BEFORE_SEND, Action.PAUSE));

        assertThat(examine(Runs.stoppedBeforeSend(fenced)
                        .insertIntoLedger("refusal", "1", "generation=1 found_generation=1 what=publish")
                        .insertIntoLedger("refusal", "2", "generation=0 found_generation=2 what=publish")
                        .loses()))
                .endsWith("expected at least 1, found 0");
    }

    @Test
    void ofThreeWorkersTwoMustFindTheLeaseLive() {
        assertThat(examine(Runs.threeAtOnce())).startsWith("held: ");
        assertThat(Answers.of(
                        CHECK,
                        new Run(Runs.threeAtOnce().finish().cell())
                                .spawn()
                                .event(EventType.REPORTED, "name=lease_live")
                                .finish()))
                .isEqualTo("broken: workers that found the lease live: expected at least 2, found 1");
    }

    @Test
    void aProbeMustHaveReachedThePublisher() {
        String row = "kind=publish operation=op-1 payload_hash=h-2 attempt=probe outcome=conflict";

        assertThat(examine(Runs.clean(probed(dedupQuery()))))
                .isEqualTo("broken: requests of the harness itself: expected at least 1, found 0");
        assertThat(examine(Runs.clean(probed(dedupQuery())).insertIntoLedger("request_log", "probe", row)))
                .startsWith("held: ");
    }

    @Test
    void theWindowMustHaveClosed() {
        assertThat(examine(Runs.tooLateToSend())).startsWith("held: ");
        assertThat(examine(Runs.tooLateToSend().update("lease_history", "claim-1", "claimed_at_ms", 60_000L)))
                .startsWith("broken: no generation claimed the task later than the window of 86400000 ms");
    }

    /** A send waits for a connection and again for its reply, 10 s each. */
    @Test
    void aWindowThatASendCouldOutlastHasClosed() {
        assertThat(examine(Runs.tooLateToSend().update("lease_history", "claim-1", "claimed_at_ms", 86_385_000L)))
                .startsWith("held: ");
        assertThat(examine(Runs.tooLateToSend().update("lease_history", "claim-1", "claimed_at_ms", 86_375_000L)))
                .startsWith("broken: no generation claimed the task later than the window");
    }

    /** Such a clock cannot tell how old the first attempt is. */
    @Test
    void aClockThatIsBehindTheFirstAttemptIsNoOpenWindowEither() {
        assertThat(examine(Runs.tooLateToSend().update("lease_history", "claim-1", "claimed_at_ms", -60_000L)))
                .startsWith("held: ");
        assertThat(examine(Runs.tooLateToSend()
                        .update("lease_history", "claim-1", "claimed_at_ms", 60_000L)
                        .update("lease_history", "claim-0", "claimed_at_ms", -60_000L)))
                .startsWith("broken: no generation claimed the task later than the window");
    }

    @Test
    void aStopThatWasNotCarriedOutIsTheConcernOfOthers() {
        assertThat(examine(Runs.clean(blind(worker(Point.BEFORE_SEND, Action.PAUSE)))))
                .isEqualTo("not_exercised: the run is not the planned one");
    }
}
