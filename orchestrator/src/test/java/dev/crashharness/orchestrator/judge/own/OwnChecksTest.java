package dev.crashharness.orchestrator.judge.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Ending.Kind;
import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.evidence.own.Observation;
import dev.crashharness.orchestrator.judge.Judge;
import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.judge.Judgement.Finding;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.schedule.Cell;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is judged of a target without a model: the harness's own checks and those of the target's file. */
class OwnChecksTest {
    private static final Ending FINISHED = new Ending(Kind.FINISHED, "", List.of());
    private static final Observation WRONG = answer("1", "2", "");

    @Test
    void theRightAnswerIsAPass() {
        Judgement judged = judge("blind/none", FINISHED, answer("1", "1", ""));

        assertThat(judged.verdict()).isEqualTo(Verdict.PASS);
        assertThat(judged.checks())
                .extracting(Finding::check)
                .containsExactly(
                        "kill_landed",
                        "point_reached",
                        "settings_effective",
                        "nothing_survives",
                        "work_completes",
                        "one_effect");
        assertThat(judged.checks()).last().satisfies(finding -> {
            assertThat(finding.verdict()).isEqualTo("held");
            assertThat(finding.message()).isEqualTo("found 1, as expected");
        });
    }

    @Test
    void anotherAnswerIsAViolationWithItsPlaceInTheFile() {
        Judgement judged = judge("blind/none", FINISHED, answer("1", "no row", ""));

        assertThat(judged.verdict()).isEqualTo(Verdict.VIOLATION);
        assertThat(judged.firstBroken()).contains("one_effect");
        assertThat(judged.message()).isEqualTo("mine.yaml:7: expected 1, found no row");
    }

    @Test
    void aQuestionThatCannotBeAskedIsAnErrorAndNoViolation() {
        Judgement judged = judge("blind/none", FINISHED, answer("1", "", "no such table: effect"));

        assertThat(judged.verdict()).isEqualTo(Verdict.ERROR);
        assertThat(judged.message()).isEqualTo("mine.yaml:7: no such table: effect");
    }

    @Test
    void withoutItsFaultNothingIsCompared() {
        Judgement judged = judge("blind/wire@reply=kill:worker", FINISHED, answer("1", "2", ""));

        assertThat(judged.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judged.reason()).isEqualTo("point_reached");
        assertThat(judged.checks()).last().extracting(Finding::verdict).isEqualTo("not_exercised");
    }

    /** Its leases run by the wall clock, which was set: that two workers sent says nothing of them. */
    @Test
    void aClockThatWasSetAccusesNobody() {
        Judgement judged =
                judge("blind/none?expiry=wait&lease=2s", between(1_700_000_000_000L, 1_700_000_005_000L), WRONG);

        assertThat(judged.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judged.reason()).isEqualTo("settings_effective");
        assertThat(judged.message()).contains("the wall clock went 4999 ms further than the monotonic clock");
    }

    @Test
    void aLeaseThatWasLostToAPauseOfTheMachineAccusesNobody() {
        Judgement judged = judge("blind/none?expiry=wait&lease=2s", lostInAPauseOf(1_500), WRONG);

        assertThat(judged.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judged.message()).startsWith("a worker lost its lease, and the machine stood still for 1500 ms");
    }

    @Test
    void onASteadyMachineTheAnswerCounts() {
        assertThat(judge("blind/none?expiry=wait&lease=2s", between(1_700_000_000_000L, 1_700_000_000_900L), WRONG)
                        .firstBroken())
                .contains("one_effect");
        assertThat(judge("blind/none?expiry=wait&lease=2s", lostInAPauseOf(100), WRONG)
                        .firstBroken())
                .contains("one_effect");
    }

    @Test
    void workThatNeverEndsIsAViolation() {
        Judgement judged = judge(
                "blind/none", new Ending(Kind.DEADLINE, "the cell's 60 s were over", List.of()), answer("1", "1", ""));

        assertThat(judged.verdict()).isEqualTo(Verdict.VIOLATION);
        assertThat(judged.message()).isEqualTo("the work did not end (deadline): the cell's 60 s were over");
    }

    private static List<Event> between(long spawnEpochMs, long copyEpochMs) {
        return List.of(
                new Event(1_000_000, EventType.SPAWN, "worker-1", Map.of("epoch_ms", String.valueOf(spawnEpochMs))),
                new Event(2_000_000, EventType.COPY, "harness", Map.of("epoch_ms", String.valueOf(copyEpochMs))));
    }

    private static List<Event> lostInAPauseOf(long ms) {
        return List.of(
                new Event(1_000_000, EventType.EXIT, "worker-1", Map.of("code", "10")),
                new Event(2_000_000, EventType.COPY, "harness", Map.of("pause_ms", String.valueOf(ms))));
    }

    private static Observation answer(String expected, String found, String problem) {
        return new Observation("one_effect", "mine.yaml:7", expected, found, problem);
    }

    private static Judgement judge(String cell, List<Event> events, Observation answer) {
        return judge(cell, events, FINISHED, answer);
    }

    private static Judgement judge(String cell, Ending ending, Observation answer) {
        return judge(cell, List.of(), ending, answer);
    }

    private static Judgement judge(String cell, List<Event> events, Ending ending, Observation answer) {
        List<FaultOutcome> none = List.of();
        History history = new History(cell, events, none, List.of(), ending, false, List.of(answer));
        return new Judge().judge(new Trial(Cell.parse(cell), Optional.empty(), history));
    }
}
