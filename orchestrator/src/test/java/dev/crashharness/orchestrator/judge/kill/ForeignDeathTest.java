package dev.crashharness.orchestrator.judge.kill;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Ending.Kind;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.Judge;
import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A signal of a stranger: HUP when a terminal closes, INT at Ctrl-C, TERM at a shutdown, KILL of the OOM killer. */
class ForeignDeathTest {
    private static final Judge JUDGE = new Judge();

    @ParameterizedTest(name = "exit {0}")
    @ValueSource(ints = {129, 130, 132, 134, 135, 136, 137, 139, 143})
    void aChildThatAStrangerKilledIsNoViolationOfTheTargets(int exit) {
        Judgement judgement = JUDGE.judge(diedAfterCollect(exit).finish());

        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.reason()).isEqualTo("kill_landed");
        assertThat(judgement.message())
                .isEqualTo("worker-1 died with exit " + exit + ", and it was not the harness that killed it");
    }

    /** Its own code is its own fault: the comparison is made and accuses it. */
    @ParameterizedTest(name = "exit {0}")
    @ValueSource(ints = {1, 3, 42, 255})
    void aChildThatEndedItselfIsAccused(int exit) {
        assertThat(JUDGE.judge(diedAfterCollect(exit).finish()).verdict()).isEqualTo(Verdict.VIOLATION);
    }

    @Test
    void aPublisherCountsTooAndTheHarnesssOwnKillDoesNot() {
        Run run = Runs.clean();
        run.eventOf("publisher-1", EventType.EXIT, "code=143 by_harness=false");

        assertThat(JUDGE.judge(run.finish()).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(JUDGE.judge(Runs.clean().finish()).verdict()).isEqualTo(Verdict.PASS);
    }

    /** A kill of ours that landed is no excuse for one of somebody else. */
    @Test
    void aLandedFaultDoesNotHideAStrangersSignal() {
        Run run = new Run(dedupQuery(kill(Point.AFTER_COLLECT)))
                .spawn()
                .claim()
                .commit("collect")
                .kill("after_collect");
        run.spawn().claim().exit(143, false).ending(Kind.CHILD_FAILED, "worker-2 ended by itself with exit 143");

        assertThat(JUDGE.judge(run.finish()))
                .extracting(Judgement::verdict, Judgement::reason)
                .containsExactly(Verdict.INCONCLUSIVE, "kill_landed");
    }

    private static Run diedAfterCollect(int exit) {
        Run run = new Run(dedupQuery()).spawn().claim().commit("collect").exit(exit, false);
        return run.ending(Kind.CHILD_FAILED, "worker-1 ended by itself with exit " + exit);
    }
}
