package dev.crashharness.orchestrator.judge.kill;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.Judge;
import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A clock that jumps and a machine that stands still, as the evidence shows them. */
class SteadyMachineTest {
    private static final Check SETTINGS = new SettingsEffective();
    private static final long MORNING = 1_700_000_000_000L;

    @Test
    void clocksThatGoTogetherAreNoObjection() {
        assertThat(Answers.of(SETTINGS, between(MORNING, MORNING + 900).finish()))
                .startsWith("held: ");
    }

    @ParameterizedTest(name = "by {0} ms")
    @ValueSource(longs = {3_600_000, -3_600_000, 1_200, -1_200})
    void aClockThatJumpsProvesNothing(long jump) {
        Judgement judgement = new Judge().judge(between(MORNING, MORNING + jump).finish());

        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.reason()).isEqualTo("settings_effective");
        assertThat(judgement.message())
                .startsWith(
                        "the machine's clock was set, or it slept: between spawn of publisher-1 and copy of harness")
                .contains(Math.abs(jump) + " ms " + (jump > 0 ? "further than" : "back against"));
    }

    @Test
    void anEventWithoutAWallClockSaysNothingOfIt() {
        assertThat(Answers.of(SETTINGS, between(MORNING, MORNING).finish())).startsWith("held: ");
        Run lab = Runs.clean();
        lab.eventOf("publisher-1", EventType.SPAWN, "epoch_ms=soon");
        lab.eventOf("harness", EventType.COPY, "label=later epoch_ms=" + MORNING);
        assertThat(Answers.of(SETTINGS, lab.finish())).startsWith("held: ");
    }

    @Test
    void leaseRenewalAndTheLongestPauseAreSaid() {
        Run run = Runs.clean();
        run.eventOf("harness", EventType.COPY, "label=later pause_ms=12");

        assertThat(Answers.of(SETTINGS, run.finish()))
                .endsWith("; a lease of 1m is renewed every 20000 ms, and the machine stood still for 12 ms at most");
    }

    @Test
    void aLeaseThatWasLostWhileTheMachineStoodStillProvesNothing() {
        assertThat(Answers.of(SETTINGS, lost(40_000).finish()))
                .isEqualTo("broken: a worker lost its lease, and the machine stood still for 40000 ms: a lease of 1m"
                        + " that is renewed every 20000 ms outlives less than 40000 ms");
        assertThat(Answers.of(SETTINGS, lost(39_999).finish())).startsWith("held: ");
    }

    @Test
    void aPauseThatCostNobodyALeaseIsNoObjection() {
        Run slow = Runs.clean();
        slow.eventOf("harness", EventType.COPY, "label=later pause_ms=50000");

        assertThat(Answers.of(SETTINGS, slow.finish())).startsWith("held: ");
    }

    /** It was meant to. */
    @Test
    void aWorkerThatWasStoppedMayLoseItsLeaseOnAnyMachine() {
        Run stopped = new Run(dedupQuery(worker(Point.AFTER_LEASE, Action.PAUSE)))
                .spawn()
                .claim()
                .exit(10, false);
        stopped.eventOf("harness", EventType.COPY, "label=later pause_ms=50000");

        assertThat(Answers.of(SETTINGS, stopped.finish())).startsWith("held: ");
    }

    private static Run lost(long pauseMs) {
        Run run = new Run(dedupQuery()).spawn().claim().exit(10, false);
        run.eventOf("harness", EventType.COPY, "label=later pause_ms=" + pauseMs);
        return run;
    }

    /** The fixture's own clock goes on by less than a millisecond per event. */
    private static Run between(long spawnEpochMs, long copyEpochMs) {
        Run run = Runs.clean();
        run.eventOf("publisher-1", EventType.SPAWN, "epoch_ms=" + spawnEpochMs);
        run.eventOf("harness", EventType.COPY, "label=later epoch_ms=" + copyEpochMs);
        return run;
    }
}
