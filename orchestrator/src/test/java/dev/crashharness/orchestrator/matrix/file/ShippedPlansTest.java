package dev.crashharness.orchestrator.matrix.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.fixture.Cells;
import dev.crashharness.orchestrator.judge.model.Expected;
import dev.crashharness.orchestrator.judge.model.Fence;
import dev.crashharness.orchestrator.judge.model.Prediction;
import dev.crashharness.orchestrator.judge.model.store.TaskState;
import dev.crashharness.orchestrator.matrix.MatrixSpec;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.schedule.Action.Kind;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Fault;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.publisher.protocol.Contract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the model expects of the shipped matrices; no process is started. */
class ShippedPlansTest {
    private static final Path SHIPPED = Path.of("..", "harness-scripts", "matrices");

    /** From its claim on it has something to write, until its confirm is durable. */
    @Test
    void everyWorkerStoppedBetweenClaimAndConfirmIsRefusedSomethingLater() throws IOException {
        List<PlannedCell> stopped = plan("zombie").stream()
                .filter(planned -> isBetween(pause(planned.cell()), Point.AFTER_LEASE, Point.AFTER_EFFECT))
                .toList();

        assertThat(stopped.stream()
                        .map(planned -> pause(planned.cell()).point())
                        .distinct()
                        .count())
                .isEqualTo(11);
        assertThat(stopped).hasSizeGreaterThan(7 * 11).allSatisfy(planned -> assertThat(fences(planned))
                .as(planned.cell().print())
                .allSatisfy(fence ->
                        assertThat(fence.byStore() + fence.byPublisher()).isPositive()));
    }

    /** Only a publisher that has heard of the successor can know; at its after_lease it has sent nothing yet. */
    @Test
    void aFencedPublisherRefusesTheRequestOfAWorkerStoppedBeforeItsSend() throws IOException {
        List<PlannedCell> stopped = plan("zombie").stream()
                .filter(planned -> planned.cell().contract().equals(Contract.FENCED))
                .filter(planned -> pause(planned.cell()).point() == Point.BEFORE_SEND)
                .toList();

        assertThat(stopped).hasSize(5).allSatisfy(planned -> {
            boolean heard = pause(planned.cell())
                    .action()
                    .until()
                    .map(point -> point != Point.AFTER_LEASE)
                    .orElse(true);
            assertThat(fences(planned))
                    .as(planned.cell().print())
                    .allSatisfy(fence -> assertThat(fence.byPublisher() > 0).isEqualTo(heard));
        });
    }

    /**
     * Three more takeovers leave an unknown as it is, with two exceptions that are none: where the effect came late and the
     * publisher can be asked, the first of them finds it.
     */
    @Test
    void everyUnknownIsLookedAtByThreeMoreWorkersInSomeShippedMatrix() throws IOException {
        Map<Cell, PlannedCell> nightly =
                plan("nightly").stream().collect(Collectors.toMap(PlannedCell::cell, Function.identity()));
        List<PlannedCell> unknown = nightly.values().stream()
                .filter(planned -> planned.cell().settings().again() == 0)
                .filter(planned ->
                        planned.prediction().ends().stream().anyMatch(end -> end.state() == TaskState.UNKNOWN))
                .toList();

        assertThat(unknown).hasSizeGreaterThan(300);
        assertThat(unknown.stream().filter(ShippedPlansTest::canBeFound)).hasSizeBetween(10, 40);
        assertThat(unknown).allSatisfy(planned -> {
            PlannedCell sibling = nightly.get(Cells.again(planned.cell(), 3));
            assertThat(sibling).as("%s with again=3", planned.cell()).isNotNull();
            Expected before = planned.prediction().end();
            Expected after = sibling.prediction().end();
            boolean found = canBeFound(planned);
            assertThat(sibling.prediction().ends()).hasSize(1);
            assertThat(after.state()).isEqualTo(found ? TaskState.SUCCEEDED : TaskState.UNKNOWN);
            assertThat(after.generation()).isEqualTo(before.generation() + (found ? 1 : 3));
            assertThat(after.effects()).isEqualTo(before.effects());
            assertThat(after.publishRequests()).isEqualTo(before.publishRequests());
        });
    }

    private static boolean canBeFound(PlannedCell planned) {
        return planned.prediction().end().effects() > 0
                && !planned.cell().contract().equals(Contract.BLIND);
    }

    @Test
    void nightlyRunsWhateverIsShipped() throws IOException {
        List<String> nightly = ids(plan("nightly"));

        for (String name : new MatrixLibrary(SHIPPED).names()) {
            assertThat(nightly).as(name).containsAll(ids(plan(name)));
        }
    }

    /** That of the stopped worker is held until its successor's comes: whichever is executed, there is one effect. */
    @Test
    void requestsOfTwoWorkersMeetUnderEachContractThatDedups() throws IOException {
        List<PlannedCell> meetings = plan("contention").stream()
                .filter(planned -> planned.cell().faults().size() == 2)
                .filter(planned -> planned.cell().faults().get(1).action().kind() == Kind.MEET)
                .toList();

        assertThat(meetings)
                .extracting(planned -> planned.cell().contract().kind())
                .containsExactlyInAnyOrder(
                        Contract.Kind.DEDUP_QUERY,
                        Contract.Kind.DEDUP_ONLY,
                        Contract.Kind.DEDUP_WINDOW,
                        Contract.Kind.FENCED);
        assertThat(meetings)
                .allSatisfy(planned -> assertThat(planned.prediction().ends())
                        .as(planned.cell().print())
                        .allSatisfy(end -> {
                            assertThat(end.generation()).isEqualTo(2);
                            assertThat(end.effects()).isEqualTo(1);
                            assertThat(end.publishRequests()).isEqualTo(2);
                            assertThat(end.attempts()).isEqualTo(2);
                        }));
    }

    /** Typed in: another machine, another JDK or another order of the points would show here. */
    @Test
    void theTriplesAreTheSameEverywhere() throws IOException {
        List<PlannedCell> triples = plan("triples");

        assertThat(triples)
                .hasSize(120)
                .allSatisfy(planned -> assertThat(planned.cell().faults()).hasSize(3));
        assertThat(ids(triples))
                .startsWith(
                        "dedup-query/worker@before_lease,worker@after_collect,worker@during_draft",
                        "dedup-query/worker@during_lease,worker@after_verify,worker@after_intent",
                        "dedup-query/worker@after_lease,worker@before_collect,worker@before_send")
                .contains("dedup-only/worker@during_lease,worker@during_collect,worker@during_verify");
    }

    private static Fault pause(Cell cell) {
        return cell.faults().stream()
                .filter(fault -> fault.action().kind() == Kind.PAUSE)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isBetween(Fault fault, Point first, Point last) {
        return fault.point().compareTo(first) >= 0 && fault.point().compareTo(last) <= 0;
    }

    private static List<Fence> fences(PlannedCell planned) {
        return planned.prediction().courses().map(Prediction::fence).toList();
    }

    private static List<PlannedCell> plan(String name) throws IOException {
        return PlannedCell.all(new MatrixLibrary(SHIPPED).load(name, SHIPPED), MatrixSpec.USUAL_SEED);
    }

    private static List<String> ids(List<PlannedCell> cells) {
        return cells.stream().map(planned -> planned.cell().print()).toList();
    }
}
