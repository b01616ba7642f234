package dev.crashharness.orchestrator.judge.kill.pace;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.publisher;
import static dev.crashharness.orchestrator.judge.fixture.Cells.wire;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.Judge;
import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.kill.SettingsEffective;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A publisher that is slower than its client waits, in cells in which that is half a second. */
class LateReplyTest {
    private static final Check SETTINGS = new SettingsEffective();
    private static final Cell DROPPED = dedupQuery(wire(Point.REPLY, Action.DROP));
    private static final String TOO_LATE = "broken: the reply to a lookup of worker-1 came after ";

    /** The first reply is dropped as planned, the lookup that follows is answered too late: unknown is the right end. */
    @Test
    void aWorkerThatGivesUpOnALateReplyIsNotAccused() {
        Judgement judgement =
                new Judge().judge(lookedUp(600).giveUp().exit(12, false).finish());

        assertThat(judgement.verdict()).as(judgement.message()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.firstBroken()).contains("settings_effective");
        assertThat(judgement.message())
                .isEqualTo("the reply to a lookup of worker-1 came after 600 ms, no fault held it back so long, and its"
                        + " sender waits for 500 ms; run it again with fewer --jobs, or with a longer timeout=");
    }

    @Test
    void aWorkerThatGivesUpOnAReplyInTimeIs() {
        Judgement judgement =
                new Judge().judge(lookedUp(499).giveUp().exit(12, false).finish());

        assertThat(judgement.verdict()).as(judgement.message()).isEqualTo(Verdict.VIOLATION);
    }

    @Test
    void whatTheMachineMayHaveTakenIsAddedBehindHalfOfTheTime() {
        assertThat(Answers.of(SETTINGS, onAMachineThatPauses(lookedUp(400), 100).finish()))
                .startsWith(TOO_LATE)
                .contains("of which the machine took up to 100 ms; run it again with fewer --jobs");
        assertThat(Answers.of(SETTINGS, onAMachineThatPauses(lookedUp(400), 99).finish()))
                .startsWith("held: ");
        assertThat(Answers.of(
                        SETTINGS, onAMachineThatPauses(lookedUp(249), 9_000).finish()))
                .startsWith("held: ");
    }

    @Test
    void aFrameThatAFaultFallsOnIsNotLate() {
        Run reply = sent();
        waitMs(reply, 600).replyFrame("a-1", "r-1", "drop").carriedOut();
        Run request = new Run(dedupQuery(wire(Point.REQUEST, Action.delay(Duration.ofSeconds(1)))))
                .spawn()
                .claim()
                .attempt()
                .requestFrame("op-1", "a-1", "delay");
        waitMs(request, 1_000).replyFrame("a-1", "r-1", "forward");

        assertThat(Answers.of(SETTINGS, reply.finish())).startsWith("held: ");
        assertThat(Answers.of(SETTINGS, request.finish())).startsWith("held: ");
    }

    /** The model has it answered in time, so that a slow publisher is to blame for what comes of it. */
    @Test
    void aFrameThatAFaultDoesNotWithholdIsLateAsAnyOther() {
        String late = "broken: the reply to a publish of worker-1 came after 11000 ms";

        assertThat(Answers.of(SETTINGS, slowly("request=duplicate", "duplicate", "forward")))
                .startsWith(late);
        assertThat(Answers.of(SETTINGS, slowly("request=delay:100ms", "delay", "forward")))
                .startsWith(late);
        assertThat(Answers.of(SETTINGS, slowly("reply=duplicate", "forward", "duplicate")))
                .startsWith(late);
        assertThat(Answers.of(SETTINGS, slowly("reply=delay:100ms", "forward", "delay")))
                .startsWith(late);
        assertThat(Answers.of(SETTINGS, slowly("request=delay:22s", "delay", "forward")))
                .startsWith("held: ");
        assertThat(Answers.of(SETTINGS, slowly("request=delay..after_lookup", "delay", "forward")))
                .startsWith("held: ");
    }

    private static Trial slowly(String fault, String request, String reply) {
        Run run = new Run(Cell.parse("dedup-query/wire@" + fault))
                .spawn()
                .claim()
                .attempt()
                .requestFrame("op-1", "a-1", request);
        return waitMs(run, 11_000).replyFrame("a-1", "r-1", reply).carriedOut().finish();
    }

    /** Nobody is left who could give up. */
    @Test
    void theReplyToADeadOrAStoppedWorkerMayTakeItsTime() {
        Run dead = new Run(dedupQuery(publisher(Point.AFTER_COMMIT, Action.KILL_WORKER)))
                .spawn()
                .claim()
                .attempt()
                .requestFrame("op-1", "a-1", "forward")
                .killed(1);
        waitMs(dead, 11_000).replyFrame("a-1", "r-1", "forward");
        Run stopped = new Run(dedupQuery(worker(Point.AFTER_SEND, Action.PAUSE)))
                .spawn()
                .claim()
                .attempt()
                .stop("after_send")
                .requestFrame("op-1", "a-1", "forward");
        waitMs(stopped, 11_000).replyFrame("a-1", "r-1", "forward");

        assertThat(Answers.of(SETTINGS, dead.finish())).startsWith("held: ");
        assertThat(Answers.of(SETTINGS, stopped.finish())).startsWith("held: ");
    }

    @Test
    void whoeverWasToldToWaitLongerDoes() {
        Run patient = new Run(dedupQuery()).spawn().claim();
        patient.eventOf("person-1", EventType.SPAWN, "timeout_ms=43200000");
        Run told = waitMs(patient.attempt().requestFrame("op-1", "a-1", "forward"), 11_000);
        Run usual =
                waitMs(new Run(dedupQuery()).spawn().claim().attempt().requestFrame("op-1", "a-1", "forward"), 11_000);

        assertThat(Answers.of(SETTINGS, told.replyFrame("a-1", "r-1", "forward").finish()))
                .startsWith("held: ");
        assertThat(Answers.of(
                        SETTINGS, usual.replyFrame("a-1", "r-1", "forward").finish()))
                .startsWith("broken: the reply to a publish of worker-1 came after 11000 ms");
    }

    /** Its publisher died over it: the next lookup has an answer of its own. */
    @Test
    void aReplyIsThatToTheYoungestOfTwoLookups() {
        Run run = looksUp(sent().replyFrame("a-1", "r-1", "drop").carriedOut());
        looksUp(waitMs(run, 700)).replyFrame("", "r-1", "forward");

        assertThat(Answers.of(SETTINGS, run.finish())).startsWith("held: ");
    }

    private static Run sent() {
        return new Run(DROPPED)
                .spawn()
                .claim()
                .commit("collect")
                .commit("draft")
                .commit("verify")
                .prepare()
                .send();
    }

    /** The lookup of a worker whose reply was dropped is answered after {@code ms}. */
    private static Run lookedUp(long ms) {
        Run run = sent().replyFrame("a-1", "r-1", "drop").carriedOut().closeAsUnknown();
        return waitMs(looksUp(run), ms).replyFrame("", "r-1", "forward");
    }

    private static Run looksUp(Run run) {
        return run.event(EventType.REQUEST, "kind=lookup operation=op-1 attempt= action=forward");
    }

    private static Run waitMs(Run run, long ms) {
        return run.passes(Duration.ofMillis(ms).toNanos());
    }

    private static Run onAMachineThatPauses(Run run, long ms) {
        return run.eventOf("harness", EventType.COPY, "label=later pause_ms=" + ms);
    }
}
