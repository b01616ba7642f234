package dev.crashharness.orchestrator.judge;

import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.leased;
import static dev.crashharness.orchestrator.judge.fixture.Cells.publisher;
import static dev.crashharness.orchestrator.judge.fixture.Cells.wire;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Bugs that show only beside a stopped worker, a dead publisher or a held frame, each named by the promise it breaks. */
class FirstBrokenZombieTest {
    private static final Action KILL = Action.KILL;

    private static void assertFirstBroken(Trial trial, String check) {
        Judgement judgement = new Judge().judge(trial);

        assertThat(judgement.verdict()).as(judgement.message()).isEqualTo(Verdict.VIOLATION);
        assertThat(judgement.firstBroken()).as(judgement.message()).contains(check);
    }

    private static Run untilIntent(Cell cell) {
        return new Run(cell)
                .spawn()
                .claim()
                .commit("collect")
                .commit("draft")
                .commit("verify")
                .prepare();
    }

    /** riverqueue/river#1302: the confirm names neither generation nor owner. */
    @Test
    void aConfirmThatIsNotFenced() {
        Run run = untilIntent(dedupQuery(worker(Point.AFTER_EFFECT, Action.pauseUntil(Point.AFTER_LEASE))))
                .send()
                .replyFrame("a-1", "r-1", "forward")
                .stop("after_effect");
        run.spawn().claim().at("after_lease").resume(1);
        run.update("attempt", "a-1", "outcome", "receipt", "receipt", "r-1").confirm("r-1");
        run.refused("release", "worker-1").exit(10, false).as(2).release().exit(10, false);

        assertFirstBroken(run.finish(), "stale_write_rejected");
    }

    /** The fence lets a task pass that nobody holds: the release of the old owner is accepted, and changes nothing. */
    @Test
    void aFenceThatAcceptsANullOwner() {
        Run run = untilIntent(dedupQuery(worker(Point.AFTER_INTENT, Action.PAUSE)))
                .stop("after_intent");
        run.spawn().claim().send().reply().confirm("r-1").release().exit(0, false);
        run.resume(1).refused("receipt", "r-1").release().exit(10, false);

        assertFirstBroken(run.finish(), "stale_write_rejected");
    }

    /** bytedance/deer-flow#4414: what a renewal came to is ignored. */
    @Test
    void aWorkerThatDoesNotLookAtItsLease() {
        Run run = new Run(leased(dedupQuery(worker(Point.AFTER_COLLECT, Action.PAUSE)), Duration.ofSeconds(3)))
                .spawn()
                .claim()
                .commit("collect")
                .stop("after_collect");
        run.spawn().claim().commit("draft").commit("verify").prepare().send().reply();
        run.confirm("r-1").release().exit(0, false).passes(Duration.ofSeconds(5).toNanos());
        run.resume(1).at("before_draft").refused("checkpoint", "draft").loses();

        assertFirstBroken(run.finish(), "lost_lease_stops_work");
    }

    /** jepsen-io/jepsen#120: a request without a reply is stored as not executed. */
    @Test
    void aTimeoutThatIsTakenForAFailure() {
        Run run = untilIntent(dedupQuery(wire(Point.REPLY, Action.DROP)))
                .send()
                .replyFrame("a-1", "r-1", "drop")
                .carriedOut();
        run.update("attempt", "a-1", "outcome", "refused").update("task", "task-1", "state", "failed");

        assertFirstBroken(run.release().exit(14, false).finish(), "unknown_preserved");
    }

    /** The publisher looks, then acts, with no transaction around both. */
    @Test
    void aPublisherThatSelectsThenInserts() {
        Run run = untilIntent(cell(Contract.DEDUP_ONLY, wire(Point.REQUEST, Action.MEET)))
                .attempt()
                .requestFrame("op-1", "a-1", "meet")
                .carriedOut()
                .closeAsUnknown();
        run.attempt().requestFrame("op-1", "a-2", "meet").execute("op-1", "a-1", "r-1", true);
        run.execute("op-1", "a-2", "r-2", true)
                .replyFrame("a-2", "r-2", "forward")
                .confirm("r-2");

        assertFirstBroken(run.release().exit(0, false).finish(), "single_effect");
    }

    /** KanishJebaMathewM/Truxify#9487: the dedup row is durable before the effect. */
    @Test
    void aPublisherThatRemembersBeforeItActs() {
        Run run = untilIntent(dedupQuery(publisher(Point.BEFORE_COMMIT, KILL)))
                .attempt()
                .requestFrame("op-1", "a-1", "forward");
        run.insertIntoLedger("dedup", "op-1", "operation=op-1 receipt=r-1").publisherKilled("before_commit");
        run.closeAsUnknown().attempt().requestFrame("op-1", "a-2", "forward");
        run.execute("op-1", "a-2", "r-1", false)
                .reply()
                .confirm("r-1")
                .release()
                .exit(0, false);

        assertFirstBroken(run.finish(), "succeeded_implies_effect");
    }

    /** Particular/docs.particular.net#1816: the effect is durable before the dedup row. */
    @Test
    void aPublisherThatActsBeforeItRemembers() {
        Run run = untilIntent(cell(Contract.DEDUP_ONLY, publisher(Point.BEFORE_COMMIT, KILL)))
                .attempt()
                .requestFrame("op-1", "a-1", "forward");
        run.insertIntoLedger("effect", "r-1", "operation=op-1 attempt=a-1 receipt=r-1 generation=1 payload_hash=h-1");
        run.publisherKilled("before_commit").closeAsUnknown().attempt();
        run.requestFrame("op-1", "a-2", "forward").execute("op-1", "a-2", "r-2", true);
        run.replyFrame("a-2", "r-2", "forward").confirm("r-2").release().exit(0, false);

        assertFirstBroken(run.finish(), "single_effect");
    }

    /** idempot-dev/idempot-js#191: a known key is answered without comparing what it was used for. */
    @Test
    void aPublisherThatComparesNoPayload() {
        Run run = Runs.collided().execute("op-1", "a-1", "r-1", false).reply().confirm("r-1");

        assertFirstBroken(run.release().exit(0, false).finish(), "conflict_rejected");
    }

    /** oxia-db/oxia#87: started again, the publisher has seen no generation yet; the receipt is right all the same. */
    @Test
    void aPublisherThatForgetsItsFence() {
        Run run = untilIntent(cell(
                        Contract.FENCED, worker(Point.BEFORE_SEND, Action.PAUSE), publisher(Point.AFTER_REPLY, KILL)))
                .attempt()
                .stop("before_send");
        run.spawn().claim().closeAsUnknown().send().reply().publisherKilled("after_reply");
        run.confirm("r-1").release().exit(0, false).resume(1).requestFrame("op-1", "a-1", "forward");
        run.execute("op-1", "a-1", "r-1", false).replyFrame("a-1", "r-1", "forward");
        run.refused("receipt", "r-1").loses();

        assertFirstBroken(run.finish(), "stale_request_refused");
    }

    /** VilledeMontreal/express-idempotency#32: an operation is believed to be in flight for ever. */
    @Test
    void aPublisherThatWaitsForTheDead() {
        Run run = untilIntent(cell(Contract.DEDUP_ONLY, publisher(Point.BEFORE_COMMIT, KILL)))
                .attempt()
                .requestFrame("op-1", "a-1", "forward")
                .publisherKilled("before_commit")
                .closeAsUnknown();
        run.attempt().requestFrame("op-1", "a-2", "forward").closeAsUnknown();
        run.attempt().requestFrame("op-1", "a-3", "forward").closeAsUnknown();

        assertFirstBroken(run.giveUp().exit(12, false).finish(), "work_completes");
    }

    /** A fence that was never put to the test is no violation, and no pass either. */
    @Test
    void aStoppedWorkerThatTriesNothing() {
        Judgement judgement =
                new Judge().judge(Runs.stoppedAfterCollect().exit(10, false).finish());

        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.firstBroken()).contains("fence_exercised");
    }
}
