package dev.crashharness.orchestrator.judge;

import static dev.crashharness.orchestrator.judge.fixture.Cells.blind;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Ending.Kind;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each bug of the field is named by the promise it breaks, not by one of its consequences. */
class FirstBrokenTest {
    private static void assertFirstBroken(Trial trial, String check) {
        Judgement judgement = new Judge().judge(trial);

        assertThat(judgement.verdict()).isEqualTo(Verdict.VIOLATION);
        assertThat(judgement.firstBroken()).as(judgement.message()).contains(check);
    }

    /** aegra/aegra#547. */
    @Test
    void aReclaimUnderTheSameNameThatKeepsTheGeneration() {
        Run run = new Run(named(dedupQuery(kill(Point.AFTER_COLLECT)), 2, "worker-1"));
        run.spawn().claim().commit("collect").kill("after_collect").spawn().claimRow(1, 60_000, "wal");
        run.commit("draft")
                .commit("verify")
                .prepare()
                .send()
                .reply()
                .confirm("r-1")
                .release();

        assertFirstBroken(run.finish(), "generation_strictly_increases");
    }

    /** stripe/ai#402: the successor mints its own key. */
    @Test
    void anOperationMintedByEachProcess() {
        Run run = Runs.diedAfterEffect(dedupQuery(kill(Point.AFTER_EFFECT)))
                .spawn()
                .claim()
                .closeAsUnknown();
        run.attempt().requestFrame("op-2", "a-2", "forward").execute("op-2", "a-2", "r-2", true);
        run.replyFrame("a-2", "r-2", "forward").confirm("r-2").release();

        assertFirstBroken(run.finish(), "operation_stable");
    }

    /** The id sent contains what changes at a takeover: the generation, or a time (Adyen/adyen-commercetools#1305). */
    @ParameterizedTest
    @ValueSource(strings = {"op-1/2", "sha256:5e2f"})
    void anOperationThatContainsWhatChanges(String second) {
        Run run = Runs.diedAfterEffect(dedupQuery(kill(Point.AFTER_EFFECT)))
                .spawn()
                .claim()
                .closeAsUnknown();
        run.attempt().requestFrame(second, "a-2", "forward").execute(second, "a-2", "r-2", true);
        run.replyFrame("a-2", "r-2", "forward").confirm("r-2").release();

        assertFirstBroken(run.finish(), "operation_stable");
    }

    /** stroppy-io/stroppy#167: a takeover starts again at collect, and saves by INSERT OR REPLACE. */
    @Test
    void aCheckpointThatReplaces() {
        Run run = Runs.killedAfterCollect()
                .delete("checkpoint", "collect")
                .insert("checkpoint", "collect", "step=collect generation=2 owner=worker-2");

        assertFirstBroken(run.finish(), "step_committed_once");
    }

    /** dbos-inc/dbos-transact-ts#1207. */
    @Test
    void aStepThatIsCommittedAgainByTheSuccessor() {
        Run run = new Run(dedupQuery(kill(Point.AFTER_COLLECT)))
                .spawn()
                .claim()
                .commit("collect")
                .kill("after_collect");
        run.spawn().claim().commit("collect").commit("draft").commit("verify");
        run.prepare().send().reply().confirm("r-1").release();

        assertFirstBroken(run.finish(), "step_committed_once");
    }

    /** riverqueue/river#1302. */
    @Test
    void finishedWorkThatIsRescued() {
        assertFirstBroken(
                Runs.killedAfterCollect()
                        .update("task", "task-1", "state", "running")
                        .finish(),
                "terminal_is_final");
    }

    /** aws-powertools/powertools-lambda-python#1387. */
    @Test
    void aResendToAPublisherThatDoesNotDedup() {
        Run run = Runs.diedAfterEffect(blind(kill(Point.AFTER_EFFECT)))
                .spawn()
                .claim()
                .closeAsUnknown();
        run.attempt().requestFrame("op-1", "a-2", "forward").execute("op-1", "a-2", "r-2", true);
        run.replyFrame("a-2", "r-2", "forward").confirm("r-2").release();

        assertFirstBroken(run.finish(), "unknown_preserved");
    }

    /** apache/flink#16941. */
    @Test
    void aRefusalReadAsSuccess() {
        Run run = new Run(dedupQuery())
                .spawn()
                .claim()
                .commit("collect")
                .commit("draft")
                .commit("verify")
                .prepare();
        run.attempt()
                .requestFrame("op-1", "a-1", "forward")
                .replyFrame("a-1", "", "forward")
                .confirm("r-1")
                .release();

        assertFirstBroken(run.finish(), "succeeded_implies_effect");
    }

    /** Particular/docs.particular.net#1816: the effect is committed, its dedup record is not. */
    @Test
    void aPublisherThatForgetsWhatItDid() {
        Run run = Runs.diedAfterEffect(dedupQuery(kill(Point.AFTER_EFFECT)))
                .spawn()
                .claim()
                .closeAsUnknown();
        run.attempt().requestFrame("op-1", "a-2", "forward").execute("op-1", "a-2", "r-2", true);
        run.replyFrame("a-2", "r-2", "forward").confirm("r-2").release();

        assertFirstBroken(run.finish(), "single_effect");
    }

    /** com-lihaoyi/requests-scala#6. */
    @Test
    void aClientThatSendsAgainByItself() {
        Run run = Runs.clean().requestFrame("op-1", "a-1", "forward").execute("op-1", "a-1", "r-1", false);

        assertFirstBroken(run.finish(), "attempts_match_wire");
    }

    /** graphile/worker#254. */
    @Test
    void workThatHangs() {
        Run run = new Run(dedupQuery(kill(Point.AFTER_COLLECT)))
                .spawn()
                .claim()
                .commit("collect")
                .kill("after_collect");
        run.spawn().claim().ending(Kind.LIVES_SPENT, "4 workers");

        assertFirstBroken(run.finish(), "work_completes");
    }

    @Test
    void theNamesOfAllChecksAreStable() {
        List<String> names = Checks.all().stream().map(Check::name).toList();

        assertThat(names)
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("[a-z_]+"))
                .hasSize(27);
        assertThat(Checks.all()).allMatch(check -> check.promise().endsWith("."));
    }

    @Test
    void onlyComparisonsNeedThePrediction() {
        assertThat(Checks.all())
                .filteredOn(Check::needsLandedFaults)
                .extracting(Check::name)
                .containsExactly("work_completes", "generation_expected", "single_effect", "state_as_predicted");
    }
}
