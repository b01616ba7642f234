package dev.crashharness.orchestrator.judge.model;

import static dev.crashharness.orchestrator.judge.fixture.Cells.blind;
import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.publisher;
import static dev.crashharness.orchestrator.judge.fixture.Cells.wire;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static dev.crashharness.orchestrator.schedule.Action.DROP;
import static dev.crashharness.orchestrator.schedule.Action.KILL_WORKER;
import static dev.crashharness.orchestrator.schedule.Point.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.model.Expected.Lives;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames that are lost, and workers killed while a frame is held. */
class WireFaultsTest {
    private static final String SENT = "running g1 e0 p0 a1 prepared c1 d1 v1";
    private static final String EXECUTED = "running g1 e1 p1 a1 prepared c1 d1 v1";

    @Test
    void aDroppedRequestIsLookedUpAndSentAgainWhereTheContractAllows() {
        assertThat(Said.after(dedupQuery(wire(REQUEST, DROP)), 1)).isEqualTo(SENT);
        assertThat(Said.end(dedupQuery(wire(REQUEST, DROP)))).isEqualTo("succeeded g1 e1 p1 a2 confirmed c1 d1 v1 p1");
        assertThat(Said.after(blind(wire(REQUEST, DROP)), 1)).isEqualTo(SENT);
        assertThat(Said.end(blind(wire(REQUEST, DROP)))).isEqualTo("unknown g1 e0 p0 a1 prepared c1 d1 v1");
    }

    @Test
    void aDroppedReplyIsLookedUpWhereTheContractAllows() {
        assertThat(Said.after(dedupQuery(wire(REPLY, DROP)), 1)).isEqualTo(EXECUTED);
        assertThat(Said.end(dedupQuery(wire(REPLY, DROP)))).isEqualTo("succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1");
        assertThat(Said.after(blind(wire(REPLY, DROP)), 1)).isEqualTo(EXECUTED);
        assertThat(Said.end(blind(wire(REPLY, DROP)))).isEqualTo("unknown g1 e1 p1 a1 prepared c1 d1 v1");
    }

    @Test
    void aRequestHeldWhileItsSenderDiesIsDeliveredAfterTheDeath() {
        assertThat(Said.after(dedupQuery(wire(REQUEST, KILL_WORKER)), 1)).isEqualTo(EXECUTED);
        assertThat(Said.end(dedupQuery(wire(REQUEST, KILL_WORKER))))
                .isEqualTo("succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2");
        assertThat(Said.end(blind(wire(REQUEST, KILL_WORKER)))).isEqualTo("unknown g2 e1 p1 a1 prepared c1 d1 v1");
    }

    @Test
    void aReplyHeldWhileItsReceiverDiesIsTheWindowAfterTheEffect() {
        assertThat(Said.after(dedupQuery(wire(REPLY, KILL_WORKER)), 1)).isEqualTo(EXECUTED);
        assertThat(Said.end(dedupQuery(wire(REPLY, KILL_WORKER))))
                .isEqualTo("succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2");
        assertThat(Said.end(blind(wire(REPLY, KILL_WORKER)))).isEqualTo("unknown g2 e1 p1 a1 prepared c1 d1 v1");
    }

    /** As one that is stopped at after_send: its request has arrived, its answer waits for it. */
    @ParameterizedTest
    @ValueSource(strings = {"request", "reply"})
    void aWorkerStoppedWhileItsFrameIsHeldReadsItsAnswerTooLate(String direction) {
        Fault stop = wire(Point.named(direction), Action.PAUSE);

        assertThat(Said.after(dedupQuery(stop), 1)).isEqualTo(EXECUTED);
        assertThat(Said.end(dedupQuery(stop))).isEqualTo("succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2");
        assertThat(Said.end(blind(stop))).isEqualTo("unknown g2 e1 p1 a1 prepared c1 d1 v1");
        for (Contract contract : List.of(Contract.DEDUP_QUERY, Contract.FENCED, Contract.DEDUP_ONLY)) {
            assertThat(Said.refusals(cell(contract, stop)))
                    .isEqualTo(Said.refusals(cell(contract, worker(AFTER_SEND, Action.PAUSE))));
        }
    }

    @Test
    void aWorkerStoppedOverALookupIsRefusedWhatItMakesOfTheAnswer() {
        assertThat(Said.end(dedupQuery(wire(REPLY, DROP), wire(REQUEST, 2, Action.PAUSE))))
                .isEqualTo("succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2");
        assertThat(Said.refusals(dedupQuery(wire(REPLY, DROP), wire(REQUEST, 2, Action.PAUSE))))
                .isEqualTo("store2 publisher0");
    }

    @Test
    void successorsDieWhileAnotherIsStoppedOverItsFrame() {
        assertThat(Said.end(dedupQuery(wire(REPLY, Action.PAUSE), kill(AFTER_LOOKUP))))
                .isEqualTo("succeeded g3 e1 p1 a1 confirmed c1 d1 v1 p3");
    }

    /** It reads when it is let go, and what was held back has come by then; what is lost or in time is lost or in time. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "wire@request=meet",
                "wire@request=delay:2s",
                "wire@request=delay..after_release",
                "wire@reply=delay:2s",
                "wire@reply=delay..after_release"
            })
    void whatIsHeldBackFromAWorkerThatStandsForAnotherIsOpen(String fault) {
        String stands = "dedup-only/worker@before_send=pause..after_send,";

        assertThat(Said.why(Cell.parse(stands + fault)))
                .isEqualTo(
                        "whether a worker that stands at after_send while another is resumed finds the answer that was"
                                + " held back is open, so wait for another point");
        assertThat(Said.end(Cell.parse("dedup-only/worker@before_send=pause..before_send,wire@request=meet")))
                .startsWith("succeeded g2 e1 p2 a2 ");
        assertThat(Said.end(Cell.parse(stands + "wire@request=drop"))).startsWith("succeeded g2 e1 p2 a3 ");
        assertThat(Said.end(Cell.parse(stands + "wire@request=delay:100ms"))).startsWith("succeeded g2 e1 p2 a2 ");
    }

    @Test
    void besideAStopOverAFrameItsOrderMustBeClear() {
        assertThat(Said.why(dedupQuery(wire(REQUEST, Action.PAUSE), kill(AFTER_SEND))))
                .contains("are not ordered");
        assertThat(Said.why(dedupQuery(wire(REQUEST, Action.PAUSE), publisher(AFTER_COMMIT, Action.KILL))))
                .contains("before the state after wire@request=pause could be copied");
        assertThat(Said.why(dedupQuery(wire(REPLY, Action.PAUSE), worker(AFTER_LOOKUP, Action.PAUSE))))
                .endsWith("would stop a second worker while one is stopped already");
        assertThat(Said.why(dedupQuery(wire(REPLY, Action.PAUSE), wire(REPLY, 2, Action.PAUSE))))
                .endsWith("would stop a second worker while one is stopped already");
    }

    @Test
    void withoutAKillThereIsOneWorker() {
        assertThat(ReferenceModel.predict(dedupQuery(wire(REQUEST, DROP)))
                        .orThrow()
                        .end()
                        .lives())
                .isEqualTo(new Lives(1, 1));
    }

    /** Request 1 is lost, request 2 is the lookup, request 3 is lost too, 4 looks up, 5 goes through. */
    @Test
    void lookupsCountAsFrames() {
        assertThat(Said.end(dedupQuery(wire(REQUEST, DROP), wire(REQUEST, 3, DROP))))
                .isEqualTo("succeeded g1 e1 p1 a3 confirmed c1 d1 v1 p1");
    }

    @Test
    void threeLostSendsInOneGenerationAreUnknown() {
        assertThat(Said.end(dedupQuery(wire(REQUEST, DROP), wire(REQUEST, 3, DROP), wire(REQUEST, 5, DROP))))
                .isEqualTo("unknown g1 e0 p0 a3 prepared c1 d1 v1");
    }

    @Test
    void anUnansweredLookupProvesNothing() {
        assertThat(Said.end(dedupQuery(wire(REPLY, DROP), wire(REPLY, 2, DROP))))
                .isEqualTo("unknown g1 e1 p1 a1 prepared c1 d1 v1");
        assertThat(Said.end(dedupQuery(wire(REQUEST, DROP), wire(REQUEST, 2, DROP))))
                .isEqualTo("unknown g1 e0 p0 a1 prepared c1 d1 v1");
    }

    /** The reply to the dead worker-1 was reply 1, the lookup of worker-2 is answered by reply 2. */
    @Test
    void theReplyToADeadWorkerCountsToo() {
        assertThat(Said.end(dedupQuery(kill(AFTER_SEND), wire(REPLY, 2, KILL_WORKER))))
                .isEqualTo("succeeded g3 e1 p1 a1 confirmed c1 d1 v1 p3");
    }

    /** Nobody could copy the state after the first fault before the second has fallen. */
    @Test
    void aFaultOnTheReplyToADeadWorkerIsRefused() {
        assertThat(Said.why(dedupQuery(wire(REQUEST, KILL_WORKER), wire(REPLY, DROP))))
                .startsWith("wire@reply=drop would be carried out before the state after wire@request=kill:worker");
    }
}
