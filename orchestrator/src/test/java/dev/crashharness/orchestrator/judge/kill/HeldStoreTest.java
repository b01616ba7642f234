package dev.crashharness.orchestrator.judge.kill;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Point;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The holder of the lock was turned away at the control port and ended, the worker ran on, and every such cell passed. */
class HeldStoreTest {
    private static final Check LANDED = new KillLanded();

    @Test
    void aStoreThatNobodyHeldWasNotHeld() {
        assertThat(Answers.of(LANDED, parked().outcome(outcome("", true)).finish()))
                .contains("no other process ever held the store's write lock");
    }

    @Test
    void aLockIsHeldWhenItsHolderSaysSo() {
        Run held = parked().eventOf("intruder-1", EventType.AT, "n=1 hit=1 point=holding");

        assertThat(Answers.of(LANDED, held.outcome(outcome("", true)).finish())).startsWith("held: ");
    }

    @Test
    void aDryRunHoldsNothingAndSaysSo() {
        assertThat(Answers.of(LANDED, parked().outcome(outcome("dry", false)).finish()))
                .startsWith("broken: ")
                .doesNotContain("write lock");
    }

    private static Run parked() {
        return new Run(dedupQuery(worker(Point.AFTER_COLLECT, Action.holdStore(Duration.ofSeconds(1)))))
                .spawn()
                .claim()
                .commit("collect")
                .at("after_collect")
                .park("after_collect");
    }

    private static FaultOutcome outcome(String signal, boolean landed) {
        return new FaultOutcome("worker@after_collect=hold_store:1s", "worker-1", 0, 1, signal, 0, -1, landed, "dry");
    }
}
