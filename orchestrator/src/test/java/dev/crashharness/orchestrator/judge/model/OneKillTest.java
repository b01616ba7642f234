package dev.crashharness.orchestrator.judge.model;

import static dev.crashharness.orchestrator.judge.fixture.Cells.blind;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.model.Expected.Lives;
import dev.crashharness.orchestrator.schedule.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One SIGKILL of worker-1 and one successor, every row worked out by hand. gN generation, eN effects, pN delivered, aN attempts. */
class OneKillTest {
    private static final String ROWS =
            """
            before_lease   | pending g0 e0 p0 a0 none                          | succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1 | succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1
            during_lease   | pending g0 e0 p0 a0 none                          | succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1 | succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1
            after_lease    | running g1 e0 p0 a0 none                          | succeeded g2 e1 p1 a1 confirmed c2 d2 v2 p2 | succeeded g2 e1 p1 a1 confirmed c2 d2 v2 p2
            before_collect | running g1 e0 p0 a0 none                          | succeeded g2 e1 p1 a1 confirmed c2 d2 v2 p2 | succeeded g2 e1 p1 a1 confirmed c2 d2 v2 p2
            during_collect | running g1 e0 p0 a0 none                          | succeeded g2 e1 p1 a1 confirmed c2 d2 v2 p2 | succeeded g2 e1 p1 a1 confirmed c2 d2 v2 p2
            after_collect  | running g1 e0 p0 a0 none c1                       | succeeded g2 e1 p1 a1 confirmed c1 d2 v2 p2 | succeeded g2 e1 p1 a1 confirmed c1 d2 v2 p2
            before_draft   | running g1 e0 p0 a0 none c1                       | succeeded g2 e1 p1 a1 confirmed c1 d2 v2 p2 | succeeded g2 e1 p1 a1 confirmed c1 d2 v2 p2
            during_draft   | running g1 e0 p0 a0 none c1                       | succeeded g2 e1 p1 a1 confirmed c1 d2 v2 p2 | succeeded g2 e1 p1 a1 confirmed c1 d2 v2 p2
            after_draft    | running g1 e0 p0 a0 none c1 d1                    | succeeded g2 e1 p1 a1 confirmed c1 d1 v2 p2 | succeeded g2 e1 p1 a1 confirmed c1 d1 v2 p2
            before_verify  | running g1 e0 p0 a0 none c1 d1                    | succeeded g2 e1 p1 a1 confirmed c1 d1 v2 p2 | succeeded g2 e1 p1 a1 confirmed c1 d1 v2 p2
            during_verify  | running g1 e0 p0 a0 none c1 d1                    | succeeded g2 e1 p1 a1 confirmed c1 d1 v2 p2 | succeeded g2 e1 p1 a1 confirmed c1 d1 v2 p2
            after_verify   | running g1 e0 p0 a0 none c1 d1 v1                 | succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2 | succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2
            after_intent   | running g1 e0 p0 a0 prepared c1 d1 v1             | succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2 | succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2
            before_send    | running g1 e0 p0 a1 prepared c1 d1 v1             | succeeded g2 e1 p1 a2 confirmed c1 d1 v1 p2 | unknown g2 e0 p0 a1 prepared c1 d1 v1
            after_send     | running g1 e1 p1 a1 prepared c1 d1 v1             | succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2 | unknown g2 e1 p1 a1 prepared c1 d1 v1
            after_effect   | running g1 e1 p1 a1 prepared c1 d1 v1             | succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2 | unknown g2 e1 p1 a1 prepared c1 d1 v1
            during_confirm | running g1 e1 p1 a1 prepared c1 d1 v1             | succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2 | unknown g2 e1 p1 a1 prepared c1 d1 v1
            after_confirm  | succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1       | succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1 | succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1
            after_release  | succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1       | succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1 | succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1
            """;

    @ParameterizedTest(name = "killed at {0}")
    @CsvSource(delimiter = '|', textBlock = ROWS)
    void theStateAfterTheKillAndTheEndsAreThoseOfTheTable(String point, String after, String dedupQuery, String blind) {
        Point where = Point.named(point);

        assertThat(Said.after(dedupQuery(kill(where)), 1)).isEqualTo(after);
        assertThat(Said.after(blind(kill(where)), 1)).isEqualTo(after);
        assertThat(Said.end(dedupQuery(kill(where)))).isEqualTo(dedupQuery);
        assertThat(Said.end(blind(kill(where)))).isEqualTo(blind);
    }

    @Test
    void theTableHasARowForEachPointOfACleanRun() {
        assertThat(ROWS.lines().map(row -> row.substring(0, row.indexOf(' '))))
                .containsExactlyElementsOf(
                        ReachablePairsTest.CLEAN_RUN.stream().map(Point::id).toList());
    }

    @ParameterizedTest(name = "killed at {0}: two workers")
    @CsvSource(delimiter = '|', textBlock = ROWS)
    void oneKillHasExactlyOneSuccessor(String point) {
        Prediction prediction =
                ReferenceModel.predict(dedupQuery(kill(Point.named(point)))).orThrow();

        assertThat(prediction.afterFaults().get(0).lives()).isEqualTo(new Lives(1, 1));
        assertThat(prediction.end().lives()).isEqualTo(new Lives(2, 2));
    }

    @Test
    void withoutAFaultOneWorkerDoesItAll() {
        assertThat(Said.end(dedupQuery())).isEqualTo("succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1");
        assertThat(Said.end(blind())).isEqualTo("succeeded g1 e1 p1 a1 confirmed c1 d1 v1 p1");
        assertThat(ReferenceModel.predict(blind()).orThrow().end().lives()).isEqualTo(new Lives(1, 1));
    }
}
