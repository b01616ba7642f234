package dev.crashharness.orchestrator.judge.model;

import static dev.crashharness.orchestrator.judge.fixture.Cells.again;
import static dev.crashharness.orchestrator.judge.fixture.Cells.blind;
import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.waiting;
import static dev.crashharness.orchestrator.judge.fixture.Cells.wire;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static dev.crashharness.orchestrator.schedule.Point.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SIGSTOP, takeover, SIGCONT, under every contract: D4, window closed at the takeover, query-only, blind. */
class PauseTableTest {
    @ParameterizedTest(name = "stopped at {0}, resumed at the end")
    @CsvSource(
            delimiter = ':',
            textBlock =
                    """
            before_lease   : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 S
            after_lease    : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            before_collect : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            after_collect  : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            before_draft   : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            after_draft    : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            before_verify  : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            after_verify   : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            after_intent   : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            before_send    : g2 e1 S | g2 e1 U | g2 e1 U | g2 e1 U
            after_send     : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            after_effect   : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            after_confirm  : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 S
            after_release  : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 S
            during_lease   : refused | refused | refused | refused
            during_draft   : refused | refused | refused | refused
            during_confirm : refused | refused | refused | refused
            """)
    void resumedAtTheEnd(String point, String row) {
        assertThat(Contracts.row(worker(Point.named(point), Action.PAUSE))).isEqualTo(row);
    }

    @ParameterizedTest(name = "stopped at {0}, resumed at the successor's after_lease")
    @CsvSource(
            delimiter = ':',
            textBlock =
                    """
            before_lease   : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 S
            after_lease    : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            before_collect : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            after_collect  : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            after_verify   : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            after_intent   : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 S
            before_send    : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            after_send     : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            after_effect   : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            after_confirm  : refused | refused | refused | refused
            after_release  : refused | refused | refused | refused
            """)
    void resumedAtTheSuccessorsAfterLease(String point, String row) {
        assertThat(Contracts.row(worker(Point.named(point), Action.pauseUntil(AFTER_LEASE))))
                .isEqualTo(row);
    }

    /** The least number of refusals: the one write that is tried, and the release. */
    @ParameterizedTest(name = "stopped at {0}")
    @CsvSource(
            delimiter = ':',
            textBlock =
                    """
            before_lease  : store0 publisher0 : store0 publisher0
            after_lease   : store2 publisher0 : store1 publisher1
            after_collect : store2 publisher0 : store2 publisher0
            after_intent  : store2 publisher0 : store1 publisher1
            before_send   : store2 publisher0 : store1 publisher1
            after_send    : store2 publisher0 : store2 publisher0
            after_effect  : store2 publisher0 : store2 publisher0
            after_confirm : store0 publisher0 : store0 publisher0
            """)
    void whatRefusesTheWorkerThatWasTakenOverFrom(String point, String dedupQuery, String fenced) {
        Fault pause = worker(Point.named(point), Action.PAUSE);

        assertThat(Said.refusals(dedupQuery(pause))).isEqualTo(dedupQuery);
        assertThat(Said.refusals(cell(Contract.FENCED, pause))).isEqualTo(fenced);
    }

    /** A worker whose lease ran out on its own clock stops before its next step, and only its release is refused. */
    @Test
    void whereTheLeaseCanRunOutTheReleaseIsAllThatIsSurelyRefused() {
        assertThat(Said.refusals(waiting(dedupQuery(worker(AFTER_COLLECT, Action.PAUSE)))))
                .isEqualTo("store1 publisher0");
        assertThat(Said.refusals(waiting(dedupQuery(worker(AFTER_SEND, Action.PAUSE)))))
                .isEqualTo("store2 publisher0");
    }

    /** Generation 2 has asked the publisher nothing yet, so the fence there stands at 1. */
    @Test
    void aFenceThatWasNotRaisedYetLetsTheLateRequestThrough() {
        assertThat(Said.refusals(cell(Contract.FENCED, worker(BEFORE_SEND, Action.pauseUntil(AFTER_LEASE)))))
                .isEqualTo("store2 publisher0");
    }

    @Test
    void theLateRequestIsAReplayOrTheOnlyEffect() {
        assertThat(Said.end(dedupQuery(worker(BEFORE_SEND, Action.PAUSE))))
                .isEqualTo("succeeded g2 e1 p2 a2 confirmed c1 d1 v1 p2");
        assertThat(Said.end(blind(worker(BEFORE_SEND, Action.PAUSE))))
                .isEqualTo("unknown g2 e1 p1 a1 prepared c1 d1 v1");
        assertThat(Said.after(blind(worker(BEFORE_SEND, Action.PAUSE)), 1))
                .isEqualTo("running g1 e0 p0 a1 prepared c1 d1 v1");
    }

    @Test
    void aWorkerStoppedBeforeItsClaimMayBecomeTheOneThatWorks() {
        assertThat(Said.end(dedupQuery(worker(BEFORE_LEASE, Action.pauseUntil(BEFORE_LEASE)))))
                .isEqualTo("succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1");
        assertThat(Said.end(blind(worker(BEFORE_LEASE, Action.PAUSE), wire(REQUEST, Action.DROP))))
                .isEqualTo("unknown g2 e0 p0 a1 prepared c1 d1 v1");
    }

    @Test
    void underRealExpiryTheEndsAreTheSame() {
        assertThat(Said.row(waiting(dedupQuery(worker(AFTER_COLLECT, Action.PAUSE)))))
                .isEqualTo("g2 e1 S");
        assertThat(Said.row(waiting(dedupQuery(worker(BEFORE_LEASE, Action.pauseUntil(AFTER_LEASE))))))
                .isEqualTo("g1 e1 S");
    }

    @Test
    void successorsDieWhileAnotherIsStopped() {
        assertThat(Said.end(dedupQuery(worker(AFTER_COLLECT, Action.PAUSE), kill(AFTER_DRAFT))))
                .isEqualTo("succeeded g3 e1 p1 a1 confirmed c1 d2 v3 p3");
        assertThat(Said.end(again(blind(worker(BEFORE_SEND, Action.PAUSE)), 1)))
                .isEqualTo("unknown g3 e1 p1 a1 prepared c1 d1 v1");
    }

    @Test
    void whoIsHitMustBeClear() {
        assertThat(Said.why(dedupQuery(worker(AFTER_COLLECT, Action.PAUSE), worker(AFTER_DRAFT, Action.PAUSE))))
                .endsWith("would stop a second worker while one is stopped already");
        assertThat(Said.why(dedupQuery(
                        worker(AFTER_COLLECT, Action.PAUSE), new Fault(Actor.WORKER, 1, BEFORE_DRAFT, 1, Action.KILL))))
                .contains("which leaves open who is hit");
        assertThat(Said.why(dedupQuery(worker(AFTER_COLLECT, Action.pauseUntil(AFTER_DRAFT)), kill(AFTER_DRAFT))))
                .contains("which leaves open who is hit");
        assertThat(Said.why(dedupQuery(worker(AFTER_COLLECT, Action.pauseUntil(DURING_DRAFT)))))
                .contains("holds the store's write lock");
    }

    /** What holds wherever a worker is stopped and wherever it is resumed. */
    @Test
    void noPauseMakesASecondEffectOrASecondCommit() {
        assertThat(Stream.of(
                                Contract.DEDUP_QUERY,
                                Contract.DEDUP_ONLY,
                                Contracts.WINDOW,
                                Contract.FENCED,
                                Contract.QUERY_ONLY,
                                Contract.BLIND)
                        .flatMap(contract -> ReachablePairsTest.CLEAN_RUN.stream()
                                .flatMap(at -> ReachablePairsTest.CLEAN_RUN.stream()
                                        .map(until -> cell(contract, worker(at, Action.pauseUntil(until))))))
                        .map(ReferenceModel::predict)
                        .filter(Prediction.class::isInstance)
                        .flatMap(forecast -> forecast.orThrow().courses()))
                .hasSizeGreaterThan(300)
                .allSatisfy(course -> {
                    assertThat(course.end().effects()).isEqualTo(1);
                    assertThat(course.end().steps()).doesNotHaveDuplicates();
                });
    }
}
