package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Point;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One real kill at each point of the worker, and the end typed by hand: the model is not asked.
 *
 * <pre>
 * worker-1   claim ── steps ── intent ── send ── confirm ── release      parked at the point, SIGKILL
 * worker-2                                    └── claims (its clock is a lease ahead), goes on or looks up, ends
 * publisher                             └── commits what was sent, whoever still lives
 * </pre>
 */
@Timeout(60)
class KillAtEveryPointIT extends CellFixture {
    private static final String TABLE =
            """
            before_lease   | pending g0 e0   | succeeded g1 e1 | succeeded g1 e1
            during_lease   | pending g0 e0   | succeeded g1 e1 | succeeded g1 e1
            after_lease    | running g1 e0   | succeeded g2 e1 | succeeded g2 e1
            before_collect | running g1 e0   | succeeded g2 e1 | succeeded g2 e1
            during_collect | running g1 e0   | succeeded g2 e1 | succeeded g2 e1
            after_collect  | running g1 e0   | succeeded g2 e1 | succeeded g2 e1
            before_draft   | running g1 e0   | succeeded g2 e1 | succeeded g2 e1
            during_draft   | running g1 e0   | succeeded g2 e1 | succeeded g2 e1
            after_draft    | running g1 e0   | succeeded g2 e1 | succeeded g2 e1
            before_verify  | running g1 e0   | succeeded g2 e1 | succeeded g2 e1
            during_verify  | running g1 e0   | succeeded g2 e1 | succeeded g2 e1
            after_verify   | running g1 e0   | succeeded g2 e1 | succeeded g2 e1
            after_intent   | running g1 e0   | succeeded g2 e1 | succeeded g2 e1
            before_send    | running g1 e0   | succeeded g2 e1 | unknown g2 e0
            after_send     | running g1 e1   | succeeded g2 e1 | unknown g2 e1
            after_effect   | running g1 e1   | succeeded g2 e1 | unknown g2 e1
            during_confirm | running g1 e1   | succeeded g2 e1 | unknown g2 e1
            after_confirm  | succeeded g1 e1 | succeeded g1 e1 | succeeded g1 e1
            after_release  | succeeded g1 e1 | succeeded g1 e1 | succeeded g1 e1
            """;

    static Stream<Arguments> kills() {
        return rows().flatMap(row -> Stream.of(
                Arguments.of("dedup-query/worker@" + row.get(0), row.get(1), row.get(2)),
                Arguments.of("blind/worker@" + row.get(0), row.get(1), row.get(3))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kills")
    void aKillLosesNothingAndDoesNothingTwice(String cell, String afterTheKill, String end) throws Exception {
        Examination found = pass(cell);

        List<FaultOutcome> faults = found.verdict().faults();
        assertThat(faults).hasSize(1);
        assertKilled(faults.get(0), "worker-1");
        assertThat(after(found, 1)).isEqualTo(afterTheKill);
        assertThat(end(found)).isEqualTo(end);
        assertThat(lives(found)).isEqualTo(2);
        assertStepsOnceAndReceiptsPerEffect(found);
    }

    /** This point is passed in recovery only: worker-2 dies there, with the answer of its lookup in memory. */
    @Test
    void aKillAfterTheLookupLosesNothingEither() throws Exception {
        Examination found = pass("dedup-query/worker@after_send,worker@after_lookup");

        List<FaultOutcome> faults = found.verdict().faults();
        assertThat(faults).hasSize(2);
        assertKilled(faults.get(0), "worker-1");
        assertKilled(faults.get(1), "worker-2");
        assertThat(after(found, 1)).isEqualTo("running g1 e1");
        assertThat(after(found, 2)).isEqualTo("running g2 e1");
        assertThat(end(found)).isEqualTo("succeeded g3 e1");
        assertStepsOnceAndReceiptsPerEffect(found);
    }

    @ParameterizedTest(name = "{0}/none")
    @ValueSource(strings = {"dedup-query", "blind"})
    void withoutAKillOneWorkerDoesItAll(String contract) throws Exception {
        Examination found = pass(contract + "/none");

        assertThat(found.verdict().faults()).isEmpty();
        assertThat(end(found)).isEqualTo("succeeded g1 e1");
        assertThat(lives(found)).isEqualTo(1);
        assertStepsOnceAndReceiptsPerEffect(found);
    }

    /** Those of a compensation have a test of their own. */
    @Test
    void thePointsOfThisTestAreThePointsOfTheWorker() {
        assertThat(Stream.concat(rows().map(row -> row.get(0)), Stream.of("after_lookup")))
                .containsExactlyInAnyOrderElementsOf(Point.of(Actor.WORKER).stream()
                        .filter(point -> !point.compensates())
                        .map(Point::id)
                        .toList());
    }

    private static void assertStepsOnceAndReceiptsPerEffect(Examination found) {
        assertThat(found.verdict().observed().steps().stream().map(step -> step.split("@")[0]))
                .containsExactly(
                        found.verdict().taskState().equals("succeeded")
                                ? new String[] {"collect", "draft", "verify", "publish"}
                                : new String[] {"collect", "draft", "verify"});
        assertThat(found.verdict().receipts()).isEqualTo(found.verdict().effects());
    }

    private static Stream<List<String>> rows() {
        return TABLE.lines()
                .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList());
    }
}
