package dev.crashharness.orchestrator.judge.model;

import static dev.crashharness.orchestrator.judge.fixture.Cells.blind;
import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.wire;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static dev.crashharness.orchestrator.schedule.Point.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Frames that are lost, doubled, late or held, under every contract: D4, window closed at a takeover, query-only, blind. */
class WireTableTest {
    private static final Action SHORT = Action.delay(Duration.ofMillis(200));
    private static final Action LONG = Action.delay(Duration.ofSeconds(2));

    private static final Map<String, Action> ACTIONS = Map.of(
            "drop", Action.DROP,
            "half", Action.HALF,
            "reset", Action.RESET,
            "duplicate", Action.DUPLICATE,
            "delay_below", SHORT,
            "delay_beyond", LONG,
            "kill_worker", Action.KILL_WORKER,
            "pause", Action.PAUSE);

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = ':',
            textBlock =
                    """
            request : drop         : g1 e1 S | g1 e1 S | g1 e0 U | g1 e0 U
            request : half         : g1 e1 S | g1 e1 S | g1 e0 U | g1 e0 U
            request : reset        : g1 e1 S | g1 e1 S | g1 e0 U | g1 e0 U
            request : duplicate    : g1 e1 S | g1 e1 S | g1 e2 S | g1 e2 S
            request : delay_beyond : g1 e1 S | g1 e1 S | g1 e1 U | g1 e1 U
            request : delay_below  : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 S
            request : kill_worker  : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            request : pause        : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            reply   : drop         : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 U
            reply   : half         : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 U
            reply   : reset        : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 U
            reply   : duplicate    : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 S
            reply   : delay_beyond : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 U
            reply   : delay_below  : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 S
            reply   : kill_worker  : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            reply   : pause        : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            """)
    void theEndsAreThoseOfTheTable(String direction, String action, String row) {
        assertThat(Contracts.row(wire(Point.named(direction), ACTIONS.get(action))))
                .isEqualTo(row);
    }

    /** The lookup says no, the effect arrives later: by the hand of the same worker, and of its successor. */
    @Test
    void aRequestHeldUntilSomebodyHasLookedUp() {
        assertThat(Said.row(cell(Contract.QUERY_ONLY, wire(REQUEST, Action.delayUntil(AFTER_LOOKUP)))))
                .isEqualTo("g1 e1 U");
        assertThat(Said.end(dedupQuery(wire(REQUEST, Action.delayUntil(AFTER_LOOKUP)))))
                .isEqualTo("succeeded g1 e1 p2 a2 confirmed c1 d1 v1 p1");
        Action untilRelease = Action.delayUntil(AFTER_RELEASE);
        assertThat(Contracts.row(
                        contract -> cell(contract, wire(REQUEST, untilRelease), kill(AFTER_LOOKUP)),
                        Contracts.closed(wire(REQUEST, untilRelease), kill(AFTER_LOOKUP))))
                .isEqualTo("g2 e1 S & refused | refused | g2 e1 U | refused");
        assertThat(Said.after(cell(Contract.QUERY_ONLY, wire(REQUEST, untilRelease), kill(AFTER_LOOKUP)), 2))
                .isEqualTo("running g1 e0 p0 a1 prepared c1 d1 v1");
        assertThat(Said.row(cell(Contract.BLIND, wire(REQUEST, untilRelease)))).isEqualTo("g1 e1 U");
    }

    /** After the window only a lookup is allowed; what comes after it finds a publisher that has forgotten nothing yet. */
    @Test
    void aRequestOfAWorkerThatDiedHeldUntilItsSuccessorGaveUp() {
        Cell closed = Contracts.closed(wire(REQUEST, Action.delayUntil(AFTER_RELEASE)), kill(BEFORE_LEASE));

        assertThat(Said.why(closed)).contains("never reached");
        assertThat(Said.row(Contracts.closed(worker(BEFORE_SEND, Action.pauseUntil(AFTER_LOOKUP)))))
                .isEqualTo("g2 e1 U");
        assertThat(Said.row(Contracts.closed(worker(BEFORE_SEND, Action.pauseUntil(AFTER_RELEASE)))))
                .isEqualTo("g2 e1 U");
    }

    /** Whether the lookup overtakes the request that was let go at the point before it is a race. */
    @Test
    void aRequestLetGoJustBeforeALookupLeavesBothEnds() {
        assertThat(Said.row(cell(
                        Contract.QUERY_ONLY,
                        wire(REQUEST, Action.delayUntil(AFTER_LEASE)),
                        wire(REQUEST, 2, Action.KILL_WORKER))))
                .isEqualTo("g2 e1 S or g2 e1 U");
    }

    @Test
    void twoRequestsThatMeetAreDeliveredInEitherOrder() {
        assertThat(Said.row(cell(Contract.DEDUP_ONLY, wire(REQUEST, Action.MEET))))
                .isEqualTo("g1 e1 S");
        assertThat(Said.end(cell(Contract.DEDUP_ONLY, wire(REQUEST, Action.MEET))))
                .isEqualTo("succeeded g1 e1 p2 a2 confirmed c1 d1 v1 p1");
        assertThat(ReferenceModel.predict(dedupQuery(wire(REQUEST, Action.MEET))).orThrow().ends().stream()
                        .map(Said::brief))
                .containsExactly(
                        "succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1", "succeeded g1 e1 p2 a2 confirmed c1 d1 v1 p1");
        assertThat(Said.row(cell(Contract.QUERY_ONLY, wire(REQUEST, Action.MEET))))
                .isEqualTo("g1 e1 S or g1 e1 U");
    }

    @Test
    void aFrameThatIsHeldForEverIsRefused() {
        assertThat(Said.why(blind(wire(REQUEST, Action.MEET))))
                .isEqualTo("wire@request=meet holds its frame for ever, because no second request comes");
        assertThat(Said.why(dedupQuery(wire(REQUEST, Action.delayUntil(AFTER_COLLECT)))))
                .isEqualTo("wire@request=delay..after_collect holds its frame for ever, because no worker reaches"
                        + " after_collect after it");
    }

    @Test
    void aDelayNearTheTimeoutIsRefused() {
        assertThat(Said.why(dedupQuery(wire(REQUEST, Action.delay(Duration.ofMillis(600))))))
                .contains("is too near to the client's timeout of 500 ms");
        assertThat(Said.why(dedupQuery(wire(REPLY, Action.DROP), wire(REPLY, 2, Action.delay(Duration.ofMillis(400))))))
                .contains("is too near to the client's timeout of 500 ms");
    }

    /** Workers are told the longer time: only what is later than the shorter one is withheld. */
    @Test
    void aShortDelayAloneIsInTime() {
        assertThat(Said.row(dedupQuery(wire(REPLY, Action.delay(Duration.ofMillis(400))))))
                .isEqualTo("g1 e1 S");
    }

    @Test
    void besideADelayedRequestNothingElseIsOrdered() {
        assertThat(Said.why(dedupQuery(wire(REQUEST, LONG), worker(AFTER_LOOKUP, Action.PAUSE))))
                .endsWith("and a request that was delayed are not ordered");
        assertThat(Said.row(dedupQuery(wire(REQUEST, LONG), kill(AFTER_LOOKUP))))
                .isEqualTo("g2 e1 S");
    }

    @Test
    void underFencedALateRequestOfAnOldGenerationMakesNoSecondEffect() {
        Cell late = cell(Contract.FENCED, wire(REQUEST, Action.delayUntil(AFTER_RELEASE)), kill(AFTER_LOOKUP));

        assertThat(Said.end(late)).isEqualTo("succeeded g2 e1 p2 a2 confirmed c1 d1 v1 p2");
    }
}
