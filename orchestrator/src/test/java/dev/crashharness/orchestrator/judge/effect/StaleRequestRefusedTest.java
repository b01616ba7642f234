package dev.crashharness.orchestrator.judge.effect;

import static dev.crashharness.orchestrator.judge.fixture.Cells.cell;
import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.publisher.protocol.Contract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a request that comes after one of a higher generation. */
class StaleRequestRefusedTest {
    private static final Check CHECK = new StaleRequestRefused();

    /** Each line is one row of the publisher's log, in the order in which it decided. */
    private static String examine(Cell cell, String... rows) {
        Run run = new Run(cell).spawn();
        for (int i = 0; i < rows.length; i++) {
            run.insertIntoLedger("request_log", "row-" + i, "operation=op-1 " + rows[i]);
        }
        return Answers.of(CHECK, run.finish());
    }

    private static String examine(String... rows) {
        return examine(cell(Contract.FENCED), rows);
    }

    @Test
    void whatIsFencedIsHeld() {
        assertThat(examine(
                        "kind=lookup generation=2 outcome=not_found",
                        "kind=publish generation=1 attempt=a-1 outcome=fenced",
                        "kind=publish generation=2 attempt=a-2 outcome=receipt",
                        "kind=lookup generation=1 outcome=fenced"))
                .isEqualTo("held: 2 requests of an older generation were refused");
    }

    @Test
    void theReceiptOfTheSameEffectIsStillAnAnswerToTheZombie() {
        assertThat(examine(
                        "kind=publish generation=2 attempt=a-2 outcome=receipt",
                        "kind=publish generation=1 attempt=a-1 outcome=receipt"))
                .isEqualTo("broken: the publish of operation op-1 by attempt a-1 of generation 1 came when generation 2"
                        + " of its task had been seen, expected fenced, found receipt");
    }

    /** "The lookup says no, the effect arrives later": for the heir that asked, nothing may come after it. */
    @Test
    void aLookupRaisesTheFenceToo() {
        assertThat(examine(
                        "kind=lookup generation=2 outcome=not_found",
                        "kind=publish generation=1 attempt=a-1 outcome=receipt",
                        "kind=publish generation=2 attempt=a-2 outcome=receipt"))
                .startsWith("broken: the publish of operation op-1 by attempt a-1 of generation 1 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kind=lookup generation=1 outcome=receipt",
                "kind=lookup generation=1 outcome=not_found",
                "kind=cancel generation=1 attempt=c-1 outcome=receipt",
                "kind=cancel generation=1 attempt=c-1 outcome=refused",
                "kind=publish generation=1 attempt=a-1 outcome=cancelled",
                "kind=publish generation=2 attempt=a-2 outcome=receipt"
            })
    void whateverIsAskedOfAnOlderGenerationAndNotFencedIsCaught(String stale) {
        assertThat(examine("kind=lookup generation=3 outcome=not_found", stale)).startsWith("broken: ");
    }

    /** The fence stands at the highest, not at the last. */
    @Test
    void whatWasFencedDoesNotLowerTheFence() {
        assertThat(examine(
                        "kind=lookup generation=3 outcome=not_found",
                        "kind=publish generation=1 attempt=a-1 outcome=fenced",
                        "kind=publish generation=2 attempt=a-2 outcome=receipt"))
                .startsWith(
                        "broken: the publish of operation op-1 by attempt a-2 of generation 2 came when generation 3");
    }

    @Test
    void withoutAnOlderGenerationThereIsNothingToRefuse() {
        assertThat(examine(
                        "kind=publish generation=1 attempt=a-1 outcome=receipt",
                        "kind=publish generation=1 attempt=a-2 outcome=receipt",
                        "kind=lookup generation=2 outcome=receipt"))
                .isEqualTo("not_exercised: no request of an older generation came");
        assertThat(examine(
                        "task=task-2 kind=publish generation=2 attempt=a-2 outcome=receipt",
                        "kind=publish generation=1 attempt=a-1 outcome=receipt"))
                .startsWith("not_exercised: ");
    }

    @Test
    void otherContentIsAConflictWhoeverSendsIt() {
        assertThat(examine(
                        "kind=publish generation=2 attempt=a-2 outcome=receipt",
                        "kind=publish generation=1 attempt=a-1 outcome=conflict"))
                .startsWith("not_exercised: ");
        assertThat(examine(
                        "kind=publish generation=2 attempt=a-2 outcome=conflict",
                        "kind=publish generation=1 attempt=a-1 outcome=receipt"))
                .startsWith("not_exercised: ");
    }

    @Test
    void theHarnessHasNoGeneration() {
        assertThat(examine(
                        "kind=publish generation=1 attempt=a-1 outcome=receipt",
                        "kind=publish generation=0 attempt=probe outcome=receipt"))
                .startsWith("not_exercised: ");
    }

    @Test
    void whatWasNeverAnsweredAccusesNobody() {
        assertThat(examine(
                        "kind=publish generation=2 attempt=a-2",
                        "kind=publish generation=1 attempt=a-1 outcome=receipt",
                        "kind=publish generation=2 attempt=a-3 outcome=receipt",
                        "kind=publish generation=1 attempt=a-4"))
                .startsWith("not_exercised: ");
    }

    @Test
    void withoutTheContractNobodyPromisedAFence() {
        assertThat(examine(
                        dedupQuery(),
                        "kind=publish generation=2 attempt=a-2 outcome=receipt",
                        "kind=publish generation=1 attempt=a-1 outcome=receipt"))
                .isEqualTo("not_exercised: this contract has no fence");
    }
}
