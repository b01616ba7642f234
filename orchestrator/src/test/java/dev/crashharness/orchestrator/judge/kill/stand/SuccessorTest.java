package dev.crashharness.orchestrator.judge.kill.stand;

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
import dev.crashharness.orchestrator.judge.kill.KillLanded;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Point;
import org.junit.jupiter.api.Test;

/** Whether a worker that was stopped goes on into the life of one who stands, as {@code pause..POINT} says. */
class SuccessorTest {
    private static final Check LANDED = new KillLanded();
    private static final String ALONE = "it was resumed while no successor stood at after_lease";

    /** A worker that does not announce the point makes a plain pause of it, and such a run is right in all else. */
    @Test
    void aWorkerResumedWhenItsSuccessorWasDoneProvesNothing() {
        Run run = stopped(Point.AFTER_LEASE).commit("draft").commit("verify").prepare();
        run.send().reply().confirm("r-1").release().exit(0, false).resume(1);
        Judgement judgement =
                new Judge().judge(run.refused("checkpoint", "draft").loses().finish());

        assertThat(judgement.verdict()).as(judgement.message()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.firstBroken()).contains("kill_landed");
        assertThat(judgement.message()).contains(ALONE);
    }

    @Test
    void aWorkerResumedWhileItsSuccessorStandsThereIsProof() {
        Run run = stopped(Point.AFTER_LEASE).at("after_lease").resume(1);

        assertThat(Answers.of(LANDED, run.finish())).startsWith("held: ");
    }

    @Test
    void aSuccessorThatWasAnsweredBeforeIsThereNoMore() {
        Run run = stopped(Point.AFTER_LEASE).at("after_lease").event(EventType.GO, "n=1");

        assertThat(Answers.of(LANDED, run.resume(1).finish())).endsWith(ALONE);
    }

    @Test
    void aSuccessorThatDiedThereIsThereNoMore() {
        Run run = stopped(Point.AFTER_LEASE).at("after_lease").exit(137, true);

        assertThat(Answers.of(LANDED, run.resume(1).finish())).endsWith(ALONE);
    }

    @Test
    void aSuccessorThatRanOnUnansweredDidNotStand() {
        Run run = stopped(Point.AFTER_LEASE).at("after_lease").at("before_draft");

        assertThat(Answers.of(LANDED, run.resume(1).finish())).endsWith(ALONE);
    }

    /** It was flushed before, and may be seen later. */
    @Test
    void theRequestOfASuccessorAtAfterSendIsNoSignThatItRanOn() {
        Run run = stopped(Point.AFTER_SEND).at("after_send").requestFrame("op-1", "a-1", "forward");

        assertThat(Answers.of(LANDED, run.resume(1).finish())).startsWith("held: ");
    }

    /** Worker-1 is stopped after collect, and worker-2 has claimed. */
    private static Run stopped(Point until) {
        return new Run(dedupQuery(worker(Point.AFTER_COLLECT, Action.pauseUntil(until))))
                .spawn()
                .claim()
                .commit("collect")
                .stop("after_collect")
                .spawn()
                .claim();
    }
}
