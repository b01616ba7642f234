package dev.crashharness.orchestrator.judge.effect;

import static dev.crashharness.orchestrator.judge.fixture.Cells.blind;
import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.publisher;
import static dev.crashharness.orchestrator.judge.fixture.Cells.wire;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import org.junit.jupiter.api.Test;

/** Every copy beside what was predicted of it. */
class StateAsPredictedTest {
    private static final Check PREDICTED = new StateAsPredicted();

    @Test
    void everyCopyIsComparedWithThePrediction() {
        assertThat(Answers.of(PREDICTED, Runs.killedAfterCollect().finish()))
                .isEqualTo("held: 2 copies are as predicted");
        assertThat(Answers.of(PREDICTED, Runs.killedAfterEffect().finish()))
                .isEqualTo("held: 2 copies are as predicted");
        assertThat(Answers.of(PREDICTED, Runs.unknownUnderBlind().finish()))
                .isEqualTo("held: 2 copies are as predicted");
        assertThat(Answers.of(PREDICTED, Runs.droppedReply().finish())).isEqualTo("held: 1 copies are as predicted");
        assertThat(Answers.of(PREDICTED, Runs.clean(blind()).finish())).isEqualTo("held: 1 copies are as predicted");
        assertThat(Answers.of(PREDICTED, Runs.clean().close())).startsWith("not_exercised: ");
    }

    @Test
    void everyDifferenceIsNamedWithWhatWasExpectedAndFound() {
        assertThat(Answers.of(PREDICTED, Runs.clean().attempt().giveUp().finish()))
                .isEqualTo(
                        "broken: final: state expected succeeded, found unknown; final: attempts expected 1, found 2");
    }

    @Test
    void afterAPublisherHasDiedOnlyTheLedgerIsCompared() {
        assertThat(Answers.of(PREDICTED, Runs.publisherKilledAfterCommit().finish()))
                .isEqualTo("held: 2 copies are as predicted");
        Run lost = new Run(dedupQuery(publisher(Point.AFTER_COMMIT, Action.KILL)))
                .spawn()
                .claim()
                .publisherKilled("after_commit");

        assertThat(Answers.of(PREDICTED, lost.finish()))
                .startsWith("broken: after-1: effects expected 1, found 0; after-1: receipts expected 1, found 0;"
                        + " after-1: publish requests expected 1, found 0; final: state");
    }

    /** Of two ends that are right each is whole: the state of one with the attempts of the other is neither. */
    @Test
    void whereARaceIsLegitimateOneWholeCourseMustFit() {
        Cell race = cell(Contract.QUERY_ONLY, wire(Point.REQUEST, Action.MEET));
        Run unknown =
                new Run(race).spawn().claim().commit("collect").commit("draft").commit("verify");
        unknown.prepare()
                .attempt()
                .requestFrame("op-1", "a-1", "meet")
                .carriedOut()
                .closeAsUnknown()
                .giveUp();

        assertThat(Answers.of(
                        PREDICTED, unknown.execute("op-1", "a-1", "r-1", true).finish()))
                .isEqualTo("held: 1 copies are as predicted");
        assertThat(Answers.of(PREDICTED, unknown.prepare().attempt().finish()))
                .isEqualTo("broken: final: attempts expected 1, found 2");
    }

    @Test
    void requestsOfTheHarnessItselfArePredictedToo() {
        assertThat(Answers.of(PREDICTED, Runs.collidedAndRefused().finish())).startsWith("held: ");
    }
}
