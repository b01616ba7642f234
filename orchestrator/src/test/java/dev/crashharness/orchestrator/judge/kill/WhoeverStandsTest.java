package dev.crashharness.orchestrator.judge.kill;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.publisher;
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

/** One stands at the point and perhaps another one dies of it: it is the one who stands that must stand still. */
class WhoeverStandsTest {
    private static final Check LANDED = new KillLanded();
    private static final String PUBLISHER = "publisher-1";

    @Test
    void aPublisherThatStoodStillWhileItsWorkerDiedIsProof() {
        Run run = publisherStands("before_commit", " attempt=a-1").killed(1);
        run.eventOf(PUBLISHER, EventType.GO, "n=2").eventOf(PUBLISHER, EventType.AT, "point=after_commit attempt=a-1");
        run.replyFrame("a-1", "r-1", "forward");

        assertThat(Answers.of(LANDED, run.finish())).startsWith("held: ");
    }

    @Test
    void aPublisherThatCameToItsNextPointWhileItsWorkerDiedRanOn() {
        Run run = publisherStands("before_commit", " attempt=a-1").killed(1);
        run.eventOf(PUBLISHER, EventType.AT, "point=after_commit attempt=a-1").eventOf(PUBLISHER, EventType.GO, "n=2");

        assertThat(Answers.of(LANDED, run.finish()))
                .endsWith("publisher-1 ran past the point: at after_commit came after it was parked");
    }

    @Test
    void aPublisherWhoseReplyPassedWhileItsWorkerDiedRanOn() {
        Run run = publisherStands("after_commit", "").killed(1).replyFrame("a-1", "r-1", "forward");

        assertThat(Answers.of(
                        LANDED, run.eventOf(PUBLISHER, EventType.GO, "n=2").finish()))
                .endsWith("publisher-1 ran past the point: a reply on the wire came after it was parked");
    }

    @Test
    void anotherConversationOfThePublisherIsNoSignOfThisOne() {
        Run run = publisherStands("after_receive", " attempt=a-1").killed(1);
        run.eventOf(PUBLISHER, EventType.AT, "point=after_receive attempt=a-2").replyFrame("", "r-1", "forward");

        assertThat(Answers.of(
                        LANDED, run.eventOf(PUBLISHER, EventType.GO, "n=2").finish()))
                .startsWith("held: ");
    }

    @Test
    void aReplyOfAPublisherThatWasKilledBeforeItsReplyGivesItAway() {
        Run run = new Run(dedupQuery(publisher(Point.AFTER_COMMIT, Action.KILL)))
                .spawn()
                .claim();
        run.publisherDies("after_commit").replyFrame("a-1", "r-1", "forward");

        assertThat(Answers.of(LANDED, run.finish())).contains("ran past the point: a reply on the wire");
    }

    @Test
    void theReplyOfItsSuccessorDoesNot() {
        Run run = new Run(dedupQuery(publisher(Point.AFTER_COMMIT, Action.KILL)))
                .spawn()
                .claim();
        run.publisherKilled("after_commit").replyFrame("a-1", "r-1", "forward");

        assertThat(Answers.of(LANDED, run.finish())).startsWith("held: ");
    }

    @Test
    void aReplyThatWasThereBeforeItsPublisherAnnouncedAfterReplyMayBeSeenLater() {
        Run run = new Run(dedupQuery(publisher(Point.AFTER_REPLY, Action.KILL)))
                .spawn()
                .claim();

        assertThat(Answers.of(
                        LANDED,
                        run.publisherDies("after_reply")
                                .replyFrame("a-1", "r-1", "forward")
                                .finish()))
                .startsWith("held: ");
    }

    @Test
    void aWorkerThatSentWhileThePublisherDiedRanOn() {
        Run stands = workerStands(Action.KILL_PUBLISHER);
        publisherDies(stands).requestFrame("op-1", "a-1", "forward").event(EventType.GO, "n=1");

        assertThat(Answers.of(LANDED, stands.finish())).contains("worker-1 ran past the point: a request on the wire");
    }

    @Test
    void aWorkerThatSentWhenItWasAnsweredDidNot() {
        Run stands = workerStands(Action.KILL_PUBLISHER);
        publisherDies(stands).event(EventType.GO, "n=1").requestFrame("op-1", "a-1", "forward");

        assertThat(Answers.of(LANDED, stands.finish())).startsWith("held: ");
    }

    @Test
    void aFrameThatWasOnItsWayWhileItsStoreWasHeldIsNoSign() {
        assertThat(Answers.of(LANDED, sendsAndStoreIsHeld(1).finish())).startsWith("held: ");
    }

    @Test
    void aSecondOneIs() {
        assertThat(Answers.of(LANDED, sendsAndStoreIsHeld(2).finish()))
                .contains("worker-1 ran past the point: a request on the wire");
    }

    @Test
    void whatItSendsWhenItWasAnsweredIsNotCountedAmongThem() {
        Run run = sendsAndStoreIsHeld(1).requestFrame("op-1", "a-2", "forward");

        assertThat(Answers.of(LANDED, run.finish())).startsWith("held: ");
    }

    private static Run sendsAndStoreIsHeld(int frames) {
        Run run = new Run(dedupQuery(worker(Point.AFTER_SEND, Action.holdStore(Duration.ofSeconds(1)))))
                .spawn()
                .claim();
        run.at("after_send").park("after_send");
        for (int frame = 1; frame <= frames; frame++) {
            run.requestFrame("op-1", "a-" + frame, "forward");
        }
        return run.eventOf("intruder-1", EventType.AT, "point=holding")
                .carriedOut()
                .event(EventType.GO, "n=1");
    }

    @Test
    void aWorkerThatSentBeforeTheHarnessHadCollidedRanOn() {
        Run stands = workerStands(Action.COLLIDE).requestFrame("op-1", "a-1", "forward");
        stands.event(EventType.REQUEST, "kind=publish attempt=collision").carriedOut();

        assertThat(Answers.of(LANDED, stands.event(EventType.GO, "n=1").finish()))
                .contains("worker-1 ran past the point: a request on the wire");
    }

    @Test
    void aWorkerThatRanOnBeforeItsStoreWasHeldWasNotHeldUp() {
        Run stands = workerStands(Action.holdStore(Duration.ofSeconds(1))).at("after_send");
        stands.eventOf("intruder-1", EventType.AT, "point=holding").carriedOut();

        assertThat(Answers.of(LANDED, stands.event(EventType.GO, "n=1").finish()))
                .contains("worker-1 ran past the point: at after_send");
    }

    @Test
    void aDeathForWhichNobodyWasParkedProvesNothing() {
        Run run = new Run(dedupQuery(kill(Point.AFTER_COLLECT)))
                .spawn()
                .claim()
                .at("after_collect")
                .killed(1);

        assertThat(Answers.of(LANDED, run.finish())).endsWith("nobody is on record as parked for it");
    }

    @Test
    void oneDeathIsNotTwo() {
        Run run = new Run(dedupQuery(kill(Point.AFTER_COLLECT), kill(Point.AFTER_DRAFT)))
                .spawn()
                .claim();
        run.kill("after_collect").park("after_draft").killed(1);

        assertThat(Answers.of(LANDED, run.finish())).endsWith("fault 1 had already killed it");
    }

    private static Run publisherStands(String point, String who) {
        Run run = new Run(dedupQuery(publisher(pointCalled(point), Action.KILL_WORKER)))
                .spawn()
                .claim();
        run.eventOf(PUBLISHER, EventType.AT, "n=2 hit=1 point=" + point + who);
        return run.eventOf(PUBLISHER, EventType.PARKED, "hit=1 fault=0 point=" + point);
    }

    private static Point pointCalled(String id) {
        return switch (id) {
            case "after_receive" -> Point.AFTER_RECEIVE;
            case "before_commit" -> Point.BEFORE_COMMIT;
            default -> Point.AFTER_COMMIT;
        };
    }

    private static Run workerStands(Action action) {
        Run run = new Run(dedupQuery(worker(Point.BEFORE_SEND, action))).spawn().claim();
        return run.at("before_send").park("before_send");
    }

    private static Run publisherDies(Run run) {
        return run.outcome(new FaultOutcome("fault 1", PUBLISHER, 200, 1, "KILL", 1, 137, true, ""))
                .eventOf(PUBLISHER, EventType.EXIT, "code=137 by_harness=true");
    }
}
