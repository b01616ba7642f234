package dev.crashharness.orchestrator.judge.model;

import static dev.crashharness.orchestrator.judge.fixture.Cells.again;
import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.gap;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.leased;
import static dev.crashharness.orchestrator.judge.fixture.Cells.probed;
import static dev.crashharness.orchestrator.judge.fixture.Cells.skewed;
import static dev.crashharness.orchestrator.judge.fixture.Cells.wire;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static dev.crashharness.orchestrator.judge.fixture.Cells.workers;
import static dev.crashharness.orchestrator.schedule.Action.DROP;
import static dev.crashharness.orchestrator.schedule.Point.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.model.Expected.Lives;
import dev.crashharness.orchestrator.judge.model.store.IntentState;
import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cells set besides their faults. */
class SettingsTableTest {
    private static final Duration LEASE = Duration.ofSeconds(60);

    private static Prediction predict(Cell cell) {
        return ReferenceModel.predict(cell).orThrow();
    }

    @Test
    void ofSeveralWorkersOneWorksAndTheOthersFindTheLeaseLive() {
        Cell three = workers(dedupQuery(), 3);

        assertThat(Said.end(three)).isEqualTo("succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1");
        assertThat(predict(three).end().lives()).isEqualTo(new Lives(3, 3));
        assertThat(predict(three).fence().leaseLive()).isEqualTo(2);
    }

    @Test
    void whoeverOfSeveralWorkersHoldsTheLeaseMayDieButNoneOfThemIsSingledOut() {
        assertThat(Said.row(workers(dedupQuery(wire(REPLY, Action.KILL_WORKER)), 3)))
                .isEqualTo("g2 e1 S");
        assertThat(Said.end(workers(dedupQuery(kill(AFTER_COLLECT)), 3)))
                .isEqualTo("succeeded g2 e1 p1 a1 confirmed c1 d2 v2 p2");
        assertThat(Said.why(workers(dedupQuery(kill(DURING_LEASE)), 3)))
                .endsWith("cannot be planned with workers=3: which of them takes the lease is a race");
        assertThat(Said.why(workers(dedupQuery(kill(2, AFTER_COLLECT, 1)), 3)))
                .endsWith("which of them takes the lease is a race");
        assertThat(predict(workers(dedupQuery(wire(REPLY, Action.KILL_WORKER)), 3))
                        .end()
                        .lives())
                .isEqualTo(new Lives(4, 4));
    }

    @ParameterizedTest
    @CsvSource({"dedup-query", "dedup-only", "dedup-window:24h", "fenced"})
    void anEarlyTakeoverOfALiveOwnerLeavesOneEffectWhereItIsDeduped(String contract) {
        Cell early = skewed(workers(cell(Contract.of(contract).orElseThrow()), 2), 2, LEASE);

        assertThat(predict(early).ends()).hasSizeGreaterThan(5).allSatisfy(end -> {
            assertThat(end.state()).isEqualTo(TaskState.SUCCEEDED);
            assertThat(end.effects()).isEqualTo(1);
            assertThat(end.generation()).isBetween(1L, 2L);
        });
        assertThat(Said.row(early)).isEqualTo("g1 e1 S or g2 e1 S");
    }

    @Test
    void anEarlyTakeoverLeavesAtMostOneEffectEvenWhereNothingIsDeduped() {
        assertThat(Said.row(skewed(workers(cell(Contract.BLIND), 2), 2, LEASE)))
                .isEqualTo("g1 e1 S or g2 e1 U or g2 e1 S");
        assertThat(Said.row(skewed(workers(cell(Contract.QUERY_ONLY), 2), 2, LEASE)))
                .isEqualTo("g1 e1 S or g2 e1 S or g2 e1 U");
    }

    @Test
    void aClockThatIsAheadByLessThanALeaseChangesNothing() {
        assertThat(Said.row(skewed(workers(dedupQuery(), 2), 2, Duration.ofSeconds(5))))
                .isEqualTo("g1 e1 S");
        assertThat(Said.why(skewed(workers(dedupQuery(), 2), 2, Duration.ofSeconds(55))))
                .contains("take the lease from each other at any moment");
        assertThat(Said.why(skewed(workers(dedupQuery(kill(AFTER_COLLECT)), 2), 2, LEASE)))
                .contains("and no fault");
    }

    @Test
    void aSuccessorWhoseClockIsNotAheadFindsTheLeaseOfTheDeadLive() {
        Cell behind = leased(skewed(dedupQuery(kill(AFTER_COLLECT)), 2, Duration.ZERO), Duration.ofSeconds(2));

        assertThat(Said.row(behind)).isEqualTo("g2 e1 S");
        assertThat(predict(behind).end().lives()).isEqualTo(new Lives(3, 3));
        assertThat(predict(behind).fence().leaseLive()).isEqualTo(1);
        assertThat(Said.why(skewed(dedupQuery(kill(AFTER_COLLECT)), 2, Duration.ofSeconds(5))))
                .contains("would really have to be waited for, 60 s");
    }

    /** Its measure of the window would be no measure: it looks up what it would send again by another clock. */
    @Test
    void aClockThatIsBehindTheFirstSendCannotSayThatTheWindowIsOpen() {
        Cell unanswered = cell(Contracts.WINDOW, wire(REPLY, DROP), wire(REPLY, 2, DROP), wire(REPLY, 3, DROP));
        Cell later = again(unanswered, 1);

        assertThat(Said.end(later)).isEqualTo("succeeded g2 e1 p4 a4 confirmed c1 d1 v1 p2");
        assertThat(Said.end(skewed(later, 1, Duration.ofMinutes(5))))
                .isEqualTo("succeeded g2 e1 p3 a3 confirmed c1 d1 v1 p2");
        assertThat(Said.why(skewed(later, 1, Duration.ofSeconds(61)))).contains("is dated before the first send");
    }

    /** A send waits for a connection and again for its reply, 10 s each. */
    @Test
    void aWindowThatASendCouldOutlastIsClosed() {
        Cell lost = cell(Contract.dedupWindow(Duration.ofSeconds(75)), kill(BEFORE_SEND));

        assertThat(Said.end(lost)).isEqualTo("unknown g2 e0 p0 a1 prepared c1 d1 v1");
    }

    /** The harness is first with the operation; the worker's own content is refused for ever. */
    @ParameterizedTest
    @CsvSource({"dedup-query", "dedup-only", "dedup-window:24h", "fenced"})
    void aCollisionEndsAsAConflictWithOneEffectAndNoReceipt(String contract) {
        Expected end = predict(cell(Contract.of(contract).orElseThrow(), worker(BEFORE_SEND, Action.COLLIDE)))
                .end();

        assertThat(Said.brief(end)).isEqualTo("conflict g1 e1 p2 a1 prepared c1 d1 v1");
        assertThat(end.intent()).isEqualTo(IntentState.PREPARED);
    }

    @Test
    void whereNothingIsDedupedACollisionIsAnotherEffect() {
        assertThat(Said.end(cell(Contract.BLIND, worker(BEFORE_SEND, Action.COLLIDE))))
                .isEqualTo("succeeded g1 e2 p2 a1 confirmed c1 d1 v1 p1");
    }

    @Test
    void aCollisionThatComesAfterTheEffectIsRefusedItself() {
        assertThat(Said.end(cell(Contract.DEDUP_ONLY, kill(AFTER_SEND), worker(BEFORE_SEND, Action.COLLIDE))))
                .isEqualTo("succeeded g2 e1 p3 a2 confirmed c1 d1 v1 p2");
    }

    @Test
    void aLookupThatWouldFindTheHarnesssOwnEffectIsRefused() {
        assertThat(Said.why(dedupQuery(worker(BEFORE_SEND, Action.COLLIDE), wire(REPLY, 2, Action.DROP))))
                .startsWith("a lookup names no content");
        assertThat(Said.why(dedupQuery(worker(AFTER_INTENT, Action.COLLIDE)))).contains("worker@before_send");
    }

    @Test
    void aProbeIsRefusedAndChangesNothing() {
        assertThat(Said.end(probed(dedupQuery(kill(AFTER_EFFECT)))))
                .isEqualTo("succeeded g2 e1 p2 a1 confirmed c1 d1 v1 p2");
        assertThat(predict(probed(dedupQuery())).fence().foreign()).isEqualTo(1);
        assertThat(Said.row(probed(cell(Contract.BLIND)))).isEqualTo("g1 e2 S");
    }

    @Test
    void afterTheWindowAProbeIsAnotherEffect() {
        assertThat(Said.row(probed(Contracts.closed(kill(AFTER_SEND))))).isEqualTo("g2 e2 S");
    }

    @Test
    void workersAfterTheEndChangeNothingAndAnUnknownCountsOn() {
        assertThat(Said.row(again(dedupQuery(worker(BEFORE_SEND, Action.COLLIDE)), 2)))
                .isEqualTo("g1 e1 C");
        assertThat(Said.row(again(Contracts.closed(kill(BEFORE_SEND)), 2))).isEqualTo("g4 e0 U");
    }

    @Test
    void aGapMattersOnlyWhereSomethingIsForgotten() {
        assertThat(Said.row(gap(dedupQuery(kill(BEFORE_SEND)), Duration.ofHours(24))))
                .isEqualTo("g2 e1 S");
        assertThat(Said.row(gap(cell(Contracts.WINDOW, kill(BEFORE_SEND)), Duration.ofHours(2))))
                .isEqualTo("g2 e1 S");
        assertThat(Said.why(gap(
                        cell(Contracts.WINDOW, kill(BEFORE_SEND)),
                        Duration.ofHours(24).minusMinutes(2))))
                .contains("whether the window is still open at a resend is a race");
    }

    private static Cell held(Point point, int seconds, int lease) {
        return leased(
                dedupQuery(worker(point, Action.holdStore(Duration.ofSeconds(seconds)))), Duration.ofSeconds(lease));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"before_lease", "after_lease", "after_collect", "after_intent", "before_send", "after_confirm"})
    void aLockThatIsHeldForLessThanALeaseChangesNothing(Point point) {
        assertThat(Said.end(held(point, 3, 60))).isEqualTo("succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1");
    }

    /** The write that waited is made, for the store knows no clock; at its next look the worker knows of its loss. */
    @ParameterizedTest(name = "held at {0}")
    @CsvSource({
        "before_lease,   succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1",
        "after_lease,    succeeded g2 e1 p1 a1 confirmed c1 d2 v2 p2",
        "after_collect,  succeeded g2 e1 p1 a1 confirmed c1 d1 v2 p2",
        "before_verify,  succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2",
        "after_verify,   succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2",
        "after_intent,   succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1",
        "before_send,    succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1",
        "after_release,  succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1"
    })
    void aLockThatIsHeldForLongerThanALeaseCostsTheLease(Point point, String end) {
        assertThat(Said.end(held(point, 4, 1))).isEqualTo(end);
    }

    @Test
    void aLockThatIsHeldForAnythingBetweenOrByTheWorkerItselfIsRefused() {
        assertThat(Said.why(held(AFTER_LEASE, 2, 2))).contains("is too near to the lease of 2000 ms");
        assertThat(Said.why(held(AFTER_LEASE, 5, 60))).contains("is longer than a write waits");
        assertThat(Said.why(held(DURING_COLLECT, 1, 60))).contains("would wait for ever");
    }

    @Test
    void everyWireFaultCountsTheHarnesssFramesToo() {
        Fault second = wire(REQUEST, 2, Action.DROP);

        assertThat(Said.row(cell(Contract.DEDUP_ONLY, worker(BEFORE_SEND, Action.COLLIDE), second)))
                .isEqualTo("g1 e1 C");
    }
}
