package dev.crashharness.orchestrator.judge.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Ending.Kind;
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
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is judged of a target without a model: the harness's own checks and those of the target's file. */
class OwnChecksTest {
    private static final Ending FINISHED = new Ending(Kind.FINISHED, "", List.of());

    @Test
    void theRightAnswerIsAPass() {
        Judgement judged = judge("blind/none", FINISHED, answer("1", "1", ""));

        assertThat(judged.verdict()).isEqualTo(Verdict.PASS);
        assertThat(judged.checks())
                .extracting(Finding::check)
                .containsExactly("kill_landed", "point_reached", "nothing_survives", "work_completes", "one_effect");
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

    @Test
    void workThatNeverEndsIsAViolation() {
        Judgement judged = judge(
                "blind/none", new Ending(Kind.DEADLINE, "the cell's 60 s were over", List.of()), answer("1", "1", ""));

        assertThat(judged.verdict()).isEqualTo(Verdict.VIOLATION);
        assertThat(judged.message()).isEqualTo("the work did not end (deadline): the cell's 60 s were over");
    }

    private static Observation answer(String expected, String found, String problem) {
        return new Observation("one_effect", "mine.yaml:7", expected, found, problem);
    }

    private static Judgement judge(String cell, Ending ending, Observation answer) {
        List<FaultOutcome> none = List.of();
        History history = new History(cell, List.of(), none, List.of(), ending, false, List.of(answer));
        return new Judge().judge(new Trial(Cell.parse(cell), Optional.empty(), history));
    }
}
