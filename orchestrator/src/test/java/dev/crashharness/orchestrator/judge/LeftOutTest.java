package dev.crashharness.orchestrator.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.Judgement.Finding;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.effect.unknown.UnknownPreserved;
import dev.crashharness.orchestrator.judge.effect.unknown.WindowRespected;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.judge.kill.KillLanded;
import dev.crashharness.orchestrator.schedule.Cell;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a log proves of which events were left out. */
class LeftOutTest {
    private static final Judge JUDGE = new Judge();
    private static final KillLanded LANDED = new KillLanded();

    /** What was not seen in a log with gaps proves nothing, and what was seen is seen. */
    @Test
    void whereEventsWereLeftOutNothingIsHeldByTheirAbsence() {
        Run whole = Runs.killedAfterCollect();
        Run partial = Runs.killedAfterCollect();
        partial.event(EventType.LEFT_OUT, "of=at count=9").event(EventType.LEFT_OUT, "of=request count=9");
        partial.event(EventType.LEFT_OUT, "of=reply count=9").event(EventType.LEFT_OUT, "of=reported count=9");

        Set<String> held = held(whole);
        held.removeAll(held(partial));

        assertThat(JUDGE.judge(partial.finish()).verdict()).isEqualTo(Verdict.PASS);
        assertThat(held)
                .containsExactlyInAnyOrder(
                        "acknowledged_checkpoint_survives",
                        "operation_stable",
                        "attempts_match_wire",
                        "single_receipt");
        assertThat(JUDGE.judge(partial.finish()).checks())
                .filteredOn(finding -> finding.check().equals("single_receipt"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message())
                        .endsWith(", but the log is partial: 9 events 'request' of worker-2, 9 events 'reply' of"
                                + " worker-2 were left out"));
    }

    private static Set<String> held(Run run) {
        return JUDGE.judge(run.finish()).checks().stream()
                .filter(finding -> finding.verdict().equals("held"))
                .map(Finding::check)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** What was left out may be what it did after it was parked, and what came before it is not. */
    @Test
    void whatWasLeftOutOfTheLogAfterTheParkingIsNoStandingStill() {
        Run before = stands();
        before.event(EventType.LEFT_OUT, "of=reported count=9").park("after_collect");
        Run behind = stands().park("after_collect").event(EventType.LEFT_OUT, "of=reported count=9");
        Run replies = stands().park("after_collect").event(EventType.LEFT_OUT, "of=reply count=9");

        assertThat(Answers.of(LANDED, before.killed(1).finish())).startsWith("held: ");
        assertThat(Answers.of(LANDED, behind.killed(1).finish()))
                .contains("ran past the point: 9 events 'reported' that were left out of the log came after");
        assertThat(Answers.of(LANDED, replies.killed(1).finish())).startsWith("held: ");
    }

    /** The reply may be among what was left out, and so may the lookup. */
    @Test
    void nobodyIsAccusedOfWhatMayHaveBeenLeftOut() {
        Run timedOut = new Run(Cell.parse("dedup-query/none"))
                .spawn()
                .claim()
                .prepare()
                .attempt()
                .requestFrame("op-1", "a-1", "drop")
                .update("attempt", "a-1", "outcome", "refused");
        Run late = new Run(Cell.parse("dedup-window:24h/none")).spawn().claim().prepare();
        late.attempt(0).requestFrame("op-1", "a-1", "forward");
        late.attempt(90_000_000).requestFrame("op-1", "a-2", "forward");

        assertThat(Answers.of(new UnknownPreserved(), timedOut.finish()))
                .startsWith("broken: attempt a-1 got no reply");
        timedOut.event(EventType.LEFT_OUT, "of=reply count=9");
        assertThat(Answers.of(new UnknownPreserved(), timedOut.finish())).startsWith("not_exercised: ");
        assertThat(Answers.of(new WindowRespected(), late.finish())).startsWith("broken: attempt a-2");
        late.event(EventType.LEFT_OUT, "of=request count=9");
        assertThat(Answers.of(new WindowRespected(), late.finish()))
                .isEqualTo("not_exercised: a lookup may be missing: the log is partial: 9 events 'request' of worker-1"
                        + " were left out");
    }

    private static Run stands() {
        Run run = new Run(Cell.parse("dedup-query/worker@after_collect"));
        return run.spawn().claim().commit("collect").at("after_collect");
    }
}
