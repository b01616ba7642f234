package dev.crashharness.orchestrator.judge.model;

import static dev.crashharness.orchestrator.judge.fixture.Cells.again;
import static dev.crashharness.orchestrator.judge.fixture.Cells.blind;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.named;
import static dev.crashharness.orchestrator.judge.fixture.Cells.waiting;
import static dev.crashharness.orchestrator.judge.fixture.Cells.wire;
import static dev.crashharness.orchestrator.schedule.Action.DROP;
import static dev.crashharness.orchestrator.schedule.Action.KILL_WORKER;
import static dev.crashharness.orchestrator.schedule.Point.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.model.Expected.Lives;
import dev.crashharness.orchestrator.schedule.Cell;
import org.junit.jupiter.api.Test;

/** Recovery is killed too (berkeleydb/libdb#108, commonwarexyz/monorepo#3939), and workers come after the end. */
class SeveralLivesTest {
    @Test
    void eachOfThreeGenerationsCommitsWhatItWasTheFirstToFinish() {
        Cell cell = dedupQuery(kill(AFTER_COLLECT), kill(DURING_VERIFY));

        assertThat(Said.after(cell, 1)).isEqualTo("running g1 e0 p0 a0 none c1");
        assertThat(Said.after(cell, 2)).isEqualTo("running g2 e0 p0 a0 none c1 d2");
        assertThat(Said.end(cell)).isEqualTo("succeeded g3 e1 p1 a1 confirmed c1 d2 v3 p3");
    }

    @Test
    void aKillBeforeTheClaimCostsNoGeneration() {
        Cell cell = dedupQuery(kill(AFTER_DRAFT), kill(BEFORE_LEASE), kill(DURING_LEASE));

        assertThat(Said.after(cell, 3)).isEqualTo("running g1 e0 p0 a0 none c1 d1");
        assertThat(Said.end(cell)).isEqualTo("succeeded g2 e1 p1 a1 confirmed c1 d1 v2 p2");
        assertThat(ReferenceModel.predict(cell).orThrow().end().lives()).isEqualTo(new Lives(4, 4));
    }

    @Test
    void theSameWindowTwiceLeavesOneEffect() {
        Cell cell = dedupQuery(kill(AFTER_EFFECT), kill(AFTER_EFFECT));

        assertThat(Said.after(cell, 2)).isEqualTo("running g2 e1 p1 a1 prepared c1 d1 v1");
        assertThat(Said.end(cell)).isEqualTo("succeeded g3 e1 p1 a1 confirmed c1 d1 v1 p3");
    }

    @Test
    void aSecondDeathBeforeTheSendAddsAnAttemptAndNoRequest() {
        Cell cell = dedupQuery(kill(BEFORE_SEND), kill(BEFORE_SEND));

        assertThat(Said.after(cell, 2)).isEqualTo("running g2 e0 p0 a2 prepared c1 d1 v1");
        assertThat(Said.end(cell)).isEqualTo("succeeded g3 e1 p1 a3 confirmed c1 d1 v1 p3");
    }

    @Test
    void killedAfterTheLookupTheNextLooksUpAgain() {
        assertThat(Said.end(dedupQuery(kill(AFTER_SEND), kill(AFTER_LOOKUP))))
                .isEqualTo("succeeded g3 e1 p1 a1 confirmed c1 d1 v1 p3");
    }

    @Test
    void aLookupHeldWhileItsSenderDiesChangesNothing() {
        assertThat(Said.after(dedupQuery(kill(BEFORE_SEND), wire(REQUEST, KILL_WORKER)), 2))
                .isEqualTo("running g2 e0 p0 a1 prepared c1 d1 v1");
        assertThat(Said.end(dedupQuery(kill(BEFORE_SEND), wire(REQUEST, KILL_WORKER))))
                .isEqualTo("succeeded g3 e1 p1 a2 confirmed c1 d1 v1 p3");
    }

    @Test
    void anUnknownStaysUnknownOverTakeovers() {
        Cell cell = blind(kill(AFTER_SEND), kill(AFTER_RELEASE), kill(AFTER_LEASE));

        assertThat(Said.after(cell, 1)).isEqualTo("running g1 e1 p1 a1 prepared c1 d1 v1");
        assertThat(Said.after(cell, 2)).isEqualTo("unknown g2 e1 p1 a1 prepared c1 d1 v1");
        assertThat(Said.after(cell, 3)).isEqualTo("unknown g3 e1 p1 a1 prepared c1 d1 v1");
        assertThat(Said.end(cell)).isEqualTo("unknown g4 e1 p1 a1 prepared c1 d1 v1");
    }

    @Test
    void aNumberedWorkerIsThatLife() {
        assertThat(Said.end(dedupQuery(kill(1, AFTER_COLLECT, 1), kill(2, AFTER_DRAFT, 1))))
                .isEqualTo(Said.end(dedupQuery(kill(AFTER_COLLECT), kill(AFTER_DRAFT))));
    }

    @Test
    void killedAtTheSecondSendOfOneLife() {
        Cell cell = dedupQuery(wire(REQUEST, DROP), kill(0, AFTER_SEND, 2));

        assertThat(Said.after(cell, 2)).isEqualTo("running g1 e1 p1 a2 prepared c1 d1 v1");
        assertThat(Said.end(cell)).isEqualTo("succeeded g2 e1 p1 a2 confirmed c1 d1 v1 p2");
    }

    @Test
    void workersAfterTheEndOfASucceededTaskChangeNothing() {
        Cell cell = again(dedupQuery(kill(AFTER_EFFECT)), 2);

        assertThat(Said.end(cell)).isEqualTo("succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2");
        assertThat(ReferenceModel.predict(cell).orThrow().end().lives()).isEqualTo(new Lives(4, 4));
    }

    @Test
    void workersAfterAnUnknownClaimItAndGiveUpAgain() {
        assertThat(Said.end(again(blind(kill(AFTER_SEND)), 2))).isEqualTo("unknown g4 e1 p1 a1 prepared c1 d1 v1");
    }

    @Test
    void aWorkerAfterAnUnknownMayFindTheReceiptWhereLookupsAreAnswered() {
        assertThat(Said.end(again(dedupQuery(wire(REPLY, DROP), wire(REPLY, 2, DROP)), 1)))
                .isEqualTo("succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2");
    }

    @Test
    void underRealExpiryTheGenerationIsExactAndOnlyTheNumberOfWorkersIsNot() {
        Cell cell = waiting(dedupQuery(kill(AFTER_COLLECT)));

        assertThat(Said.end(cell)).isEqualTo("succeeded g2 e1 p1 a1 confirmed c1 d2 v2 p2");
        assertThat(ReferenceModel.predict(cell).orThrow().end().lives()).isEqualTo(new Lives(2, 4));
    }

    @Test
    void aNameChangesNothing() {
        Cell cell = dedupQuery(kill(AFTER_COLLECT));

        assertThat(ReferenceModel.predict(named(cell, 2, "worker-1"))).isEqualTo(ReferenceModel.predict(cell));
    }
}
