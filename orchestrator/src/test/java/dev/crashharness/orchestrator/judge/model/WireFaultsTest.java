package dev.crashharness.orchestrator.judge.model;

import static dev.crashharness.orchestrator.judge.fixture.Cells.blind;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.wire;
import static dev.crashharness.orchestrator.schedule.Action.DROP;
import static dev.crashharness.orchestrator.schedule.Action.KILL_WORKER;
import static dev.crashharness.orchestrator.schedule.Point.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.model.Expected.Lives;
import org.junit.jupiter.api.Test;

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
