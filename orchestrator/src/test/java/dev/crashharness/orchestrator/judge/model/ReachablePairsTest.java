package dev.crashharness.orchestrator.judge.model;

import static dev.crashharness.orchestrator.judge.fixture.Cells.blind;
import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.waiting;
import static dev.crashharness.orchestrator.judge.fixture.Cells.wire;
import static dev.crashharness.orchestrator.schedule.Point.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the model refuses to plan, and why. */
class ReachablePairsTest {
    static final List<Point> CLEAN_RUN = Point.of(Actor.WORKER).stream()
            .filter(point -> point != AFTER_LOOKUP && !point.compensates())
            .toList();

    /**
     * Counted by hand: 201 pairs have a first kill before the attempt, and all contracts share them. Then come one point
     * before the send, three after it, and two at which the task has ended.
     */
    @Test
    void ofTheOrderedPairsOfWorkerPointsOnlyTheReachableArePlanned() {
        assertThat(reachablePairs(Contract.DEDUP_QUERY)).isEqualTo(201 + 9 + 3 * 7 + 2);
        assertThat(reachablePairs(Contract.FENCED)).isEqualTo(201 + 9 + 3 * 7 + 2);
        assertThat(reachablePairs(Contract.DEDUP_ONLY)).isEqualTo(201 + 9 + 3 * 9 + 2);
        assertThat(reachablePairs(Contract.dedupWindow(Duration.ofHours(24)))).isEqualTo(201 + 9 + 3 * 9 + 2);
        assertThat(reachablePairs(Contract.QUERY_ONLY)).isEqualTo(201 + 4 + 3 * 7 + 2);
        assertThat(reachablePairs(Contract.BLIND)).isEqualTo(201 + 4 + 3 * 4 + 2);
    }

    private static long reachablePairs(Contract contract) {
        return CLEAN_RUN.stream()
                .flatMap(first -> CLEAN_RUN.stream().map(second -> cell(contract, kill(first), kill(second))))
                .filter(cell -> ReferenceModel.predict(cell) instanceof Prediction)
                .count();
    }

    @Test
    void theSentenceNamesTheFaultTheLastWorkerAndWhatItPasses() {
        assertThat(Said.why(dedupQuery(kill(AFTER_CONFIRM), kill(AFTER_EFFECT))))
                .isEqualTo("worker@after_effect is never reached: worker-2 is the last and passes only before_lease,"
                        + " after which the task is succeeded");
    }

    @Test
    void aLookupComesOnlyInRecovery() {
        assertThat(Said.why(dedupQuery(kill(AFTER_LOOKUP)))).startsWith("worker@after_lookup is never reached");
        assertThat(Said.why(blind(kill(AFTER_SEND), kill(AFTER_LOOKUP))))
                .endsWith(
                        "passes only before_lease during_lease after_lease after_release, after which the task is unknown");
    }

    @Test
    void aSkippedStepAndAnExistingIntentPassNoPoint() {
        assertThat(Said.why(dedupQuery(kill(AFTER_COLLECT), kill(BEFORE_COLLECT))))
                .contains("never reached");
        assertThat(Said.why(dedupQuery(kill(AFTER_INTENT), kill(AFTER_INTENT)))).contains("never reached");
    }

    @Test
    void aWorkerThatIsDeadReachesNothing() {
        assertThat(Said.why(dedupQuery(kill(AFTER_DRAFT), kill(1, AFTER_VERIFY, 1))))
                .startsWith("worker.1@after_verify is never reached");
    }

    @Test
    void aSecondHitNeedsASecondAttemptInTheSameLife() {
        assertThat(Said.why(dedupQuery(kill(0, BEFORE_SEND, 2)))).startsWith("worker@before_send#2 is never reached");
        assertThat(Said.why(blind(wire(REQUEST, Action.DROP), kill(0, BEFORE_SEND, 2))))
                .contains("never reached");
        assertThat(Said.why(dedupQuery(wire(REQUEST, Action.DROP), kill(0, BEFORE_SEND, 2))))
                .isEqualTo("reachable");
    }

    @Test
    void aFrameThatHasPassedIsNotHitAgain() {
        assertThat(Said.why(dedupQuery(kill(AFTER_EFFECT), wire(REPLY, Action.DROP))))
                .startsWith("wire@reply=drop is never reached");
    }

    @Test
    void whatWouldBeARaceIsRefused() {
        assertThat(Said.why(dedupQuery(kill(AFTER_SEND), wire(REPLY, Action.DROP))))
                .endsWith("are not ordered");
        assertThat(Said.why(dedupQuery(wire(REQUEST, Action.DROP), kill(AFTER_SEND))))
                .endsWith("are not ordered");
        assertThat(Said.why(dedupQuery(wire(REQUEST, Action.KILL_WORKER), wire(REPLY, Action.KILL_WORKER))))
                .endsWith("nobody is left to kill");
    }

    @Test
    void underRealExpiryASuccessorsNumberIsARace() {
        assertThat(Said.why(waiting(dedupQuery(kill(AFTER_COLLECT), kill(2, AFTER_DRAFT, 1)))))
                .startsWith("worker.2@after_draft cannot be planned under expiry=wait");
        assertThat(Said.why(waiting(dedupQuery(kill(DURING_LEASE), kill(2, AFTER_DRAFT, 1)))))
                .isEqualTo("reachable");
    }

    @Test
    void askingForThePredictionOfAnUnreachableCellIsAnError() {
        assertThatThrownBy(() ->
                        ReferenceModel.predict(dedupQuery(kill(AFTER_LOOKUP))).orThrow())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("never reached");
    }
}
