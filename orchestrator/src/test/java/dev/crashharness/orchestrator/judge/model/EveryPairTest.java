package dev.crashharness.orchestrator.judge.model;

import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.model.store.Commit;
import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the model may never predict, whichever two points the workers die at. */
class EveryPairTest {
    private static Stream<Prediction> predictions(Contract contract) {
        List<Point> points = Point.of(Actor.WORKER);
        return points.stream()
                .flatMap(first -> points.stream().map(second -> cell(contract, kill(first), kill(second))))
                .map(ReferenceModel::predict)
                .flatMap(
                        forecast -> forecast instanceof Prediction prediction ? Stream.of(prediction) : Stream.empty());
    }

    @Test
    void whereResendsAreDedupedEverythingSucceedsWithOneEffect() {
        assertThat(predictions(Contract.DEDUP_QUERY).map(Prediction::end)).allSatisfy(end -> {
            assertThat(end.state()).isEqualTo(TaskState.SUCCEEDED);
            assertThat(end.effects()).isEqualTo(1);
            assertThat(end.steps()).extracting(Commit::step).containsExactly("collect", "draft", "verify", "publish");
        });
    }

    @Test
    void underBlindNothingIsSentTwiceAndWhatWasNotConfirmedIsUnknown() {
        assertThat(predictions(Contract.BLIND).map(Prediction::end)).allSatisfy(end -> {
            assertThat(end.publishRequests()).isLessThanOrEqualTo(1);
            assertThat(end.attempts()).isEqualTo(1);
            assertThat(end.state() == TaskState.SUCCEEDED).isEqualTo(end.steps().size() == 4);
        });
    }

    @Test
    void generationsNeitherFallNorOutnumberTheWorkers() {
        assertThat(Stream.of(Contract.DEDUP_QUERY, Contract.BLIND).flatMap(EveryPairTest::predictions))
                .allSatisfy(prediction -> {
                    List<Long> generations = Stream.concat(
                                    prediction.afterFaults().stream(), Stream.of(prediction.end()))
                            .map(Expected::generation)
                            .toList();
                    assertThat(generations).isSorted();
                    assertThat(prediction.end().generation())
                            .isLessThanOrEqualTo(prediction.end().lives().least());
                });
    }
}
