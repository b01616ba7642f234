package dev.crashharness.orchestrator.judge.model;

import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.publisher;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static dev.crashharness.orchestrator.schedule.Point.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The publisher dies and is restarted on the same ledger, or the worker dies while its request is with the publisher. */
class PublisherKillTableTest {
    /** No window closes: the gap is for takeovers, and the worker lives. */
    @ParameterizedTest(name = "publisher killed at {0}")
    @CsvSource(
            delimiter = ':',
            textBlock =
                    """
            after_receive : g1 e1 S | g1 e1 S | g1 e0 U | g1 e0 U
            before_commit : g1 e1 S | g1 e1 S | g1 e0 U | g1 e0 U
            after_commit  : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 U
            mid_reply     : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 U
            after_reply   : g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 S
            """)
    void thePublisherKilled(String point, String row) {
        assertThat(Contracts.row(publisher(Point.named(point), Action.KILL))).isEqualTo(row);
    }

    @ParameterizedTest(name = "worker killed at {0}")
    @CsvSource(
            delimiter = ':',
            textBlock =
                    """
            after_receive : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            before_commit : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            after_commit  : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            mid_reply     : g2 e1 S | g2 e1 S | g2 e1 S | g2 e1 U
            after_reply   : refused | refused | refused | refused
            """)
    void theWorkerKilledMeanwhile(String point, String row) {
        assertThat(Contracts.row(publisher(Point.named(point), Action.KILL_WORKER)))
                .isEqualTo(row);
    }

    @ParameterizedTest(name = "publisher killed while the worker stands at {0}")
    @CsvSource({"before_lease", "during_lease", "after_collect", "after_intent", "before_send"})
    void aPublisherThatIsKilledWhileNobodyAsksItIsNotMissed(Point point) {
        assertThat(Contracts.row(worker(point, Action.KILL_PUBLISHER)))
                .isEqualTo("g1 e1 S | g1 e1 S | g1 e1 S | g1 e1 S");
    }

    @Test
    void afterTheSendAPublisherKillWouldRaceWithTheRequest() {
        assertThat(Said.why(dedupQuery(worker(AFTER_SEND, Action.KILL_PUBLISHER))))
                .startsWith("worker@after_send=kill:publisher races with the request");
    }

    @Test
    void theLedgerHoldsWhatWasCommittedAndNothingElse() {
        assertThat(Said.after(dedupQuery(publisher(AFTER_RECEIVE, Action.KILL)), 1))
                .isEqualTo("running g1 e0 p0 a1 prepared c1 d1 v1");
        assertThat(Said.after(dedupQuery(publisher(BEFORE_COMMIT, Action.KILL)), 1))
                .isEqualTo("running g1 e0 p0 a1 prepared c1 d1 v1");
        assertThat(Said.after(dedupQuery(publisher(AFTER_COMMIT, Action.KILL)), 1))
                .isEqualTo("running g1 e1 p1 a1 prepared c1 d1 v1");
        assertThat(Said.after(dedupQuery(publisher(MID_REPLY, Action.KILL_WORKER)), 1))
                .isEqualTo("running g1 e1 p1 a1 prepared c1 d1 v1");
    }

    @Test
    void theRestartedPublisherIsAnotherInstanceWhoseHitsBeginAtOne() {
        Fault second = new Fault(Actor.PUBLISHER, 2, AFTER_RECEIVE, 1, Action.KILL);

        assertThat(Said.end(cell(Contract.DEDUP_ONLY, publisher(AFTER_RECEIVE, Action.KILL), second)))
                .isEqualTo("succeeded g1 e1 p1 a3 confirmed c1 d1 v1 p1");
    }

    @Test
    void threeKilledSendsInOneLifeAreUnknown() {
        Fault kill = publisher(BEFORE_COMMIT, Action.KILL);

        assertThat(Said.end(cell(Contract.DEDUP_ONLY, kill, kill, kill)))
                .isEqualTo("unknown g1 e0 p0 a3 prepared c1 d1 v1");
    }

    @Test
    void whatIsNotOrderedIsRefused() {
        assertThat(Said.why(dedupQuery(publisher(AFTER_COMMIT, Action.KILL), kill(AFTER_SEND))))
                .endsWith("are not ordered");
        assertThat(Said.why(dedupQuery(kill(AFTER_SEND), publisher(AFTER_COMMIT, Action.KILL))))
                .endsWith("are not ordered");
        assertThat(Said.why(dedupQuery(publisher(AFTER_REPLY, Action.KILL), kill(AFTER_EFFECT))))
                .startsWith("worker@after_effect is armed too late or not");
        assertThat(Said.why(
                        dedupQuery(publisher(AFTER_RECEIVE, Action.KILL_WORKER), publisher(AFTER_COMMIT, Action.KILL))))
                .contains("before the state after publisher@after_receive=kill:worker could be copied");
    }
}
