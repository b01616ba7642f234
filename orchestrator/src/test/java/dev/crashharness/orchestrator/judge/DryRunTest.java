package dev.crashharness.orchestrator.judge;

import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.publisher;
import static dev.crashharness.orchestrator.judge.fixture.Cells.wire;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run whose faults are only announced proves nothing, and accuses nobody. */
class DryRunTest {
    private static final Judge JUDGE = new Judge();

    static Stream<Cell> smokeLikeCells() {
        return Stream.of(Contract.DEDUP_QUERY, Contract.BLIND)
                .flatMap(contract -> Stream.concat(
                        Point.of(Actor.WORKER).stream()
                                .filter(point -> point != Point.AFTER_LOOKUP && !point.compensates())
                                .map(point -> cell(contract, kill(point))),
                        Stream.of(
                                cell(contract, wire(Point.REQUEST, Action.KILL_WORKER)),
                                cell(contract, wire(Point.REPLY, Action.KILL_WORKER)),
                                cell(contract, wire(Point.REPLY, Action.DROP)),
                                cell(contract, wire(Point.REQUEST, Action.DROP)),
                                cell(contract, wire(Point.REQUEST, Action.DUPLICATE)),
                                cell(contract, publisher(Point.AFTER_COMMIT, Action.KILL)),
                                cell(contract, worker(Point.AFTER_DRAFT, Action.PAUSE)),
                                cell(contract, worker(Point.BEFORE_SEND, Action.COLLIDE)))));
    }

    @ParameterizedTest
    @MethodSource("smokeLikeCells")
    void aDryRunIsInconclusiveAndNeverAViolation(Cell cell) {
        Run dry = Runs.clean(cell)
                .outcome(new FaultOutcome("fault 1", "worker-1", 100, 1, "dry", 0, -1, false, "dry run"));

        Judgement judgement = JUDGE.judge(dry.finish());

        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.reason()).isEqualTo("kill_landed");
        assertThat(judgement.checks())
                .filteredOn(finding -> finding.verdict().equals("broken"))
                .hasSize(1);
    }
}
