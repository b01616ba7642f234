package dev.crashharness.orchestrator.judge;

import static dev.crashharness.orchestrator.judge.fixture.People.answered;
import static dev.crashharness.orchestrator.judge.fixture.People.ends;
import static dev.crashharness.orchestrator.judge.fixture.People.prepared;
import static dev.crashharness.orchestrator.judge.fixture.People.sent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.Judgement.Finding;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.effect.unknown.UnknownPreserved;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.People;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Cell;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each check says of approvals, decisions and compensations, right and wrong. */
class PeopleTest {
    private static final Judge JUDGE = new Judge();

    static Stream<Run> rightRuns() {
        return Stream.of(
                People.approved(),
                People.confirmed(),
                People.denied(),
                People.overtaken(),
                People.compensated(),
                People.refused(),
                People.unproved(),
                killedWhileApproving());
    }

    private static Run killedWhileApproving() {
        Run run = People.awaiting(Cell.parse("dedup-query/person@during_approval?approve=1"));
        run = People.approve(People.killPerson(run, "during_approval"));
        return run.spawn().claim().send().reply().confirm("r-1").release().exit(0, false);
    }

    @ParameterizedTest
    @MethodSource("rightRuns")
    void aRightRunPasses(Run run) {
        Judgement judgement = JUDGE.judge(run.finish());

        assertThat(judgement.checks()).extracting(Finding::verdict).doesNotContain("broken", "error");
        assertThat(judgement.verdict()).isEqualTo(Verdict.PASS);
    }

    private static String answer(String check, Run run) {
        Check asked = Checks.all().stream()
                .filter(each -> each.name().equals(check))
                .findFirst()
                .orElseThrow();
        return Answers.of(asked, run.finish());
    }

    @Test
    void nothingIsTriedBeforeSomebodyHasApproved() {
        Cell cell = Cell.parse("dedup-query/none?approve=1");

        assertThat(answer("no_effect_before_intent", People.awaiting(cell).attempt()))
                .startsWith("broken: attempt a-1 was recorded at audit ")
                .endsWith(", before anybody had approved");
        assertThat(answer("no_effect_before_intent", People.approved())).startsWith("held: ");
    }

    @Test
    void workThatStillWaitsForAPersonHasNotEnded() {
        assertThat(answer("work_completes", People.awaiting(Cell.parse("dedup-query/none?approve=1"))))
                .isEqualTo("broken: the task is awaiting_approval at the end, expected succeeded");
        assertThat(answer("work_completes", People.unproved())).isEqualTo("held: the task ended compensating");
    }

    @Test
    void anUnknownEndsOnlyByWhatIsOnRecord() {
        assertThat(answer("unknown_preserved", People.denied())).startsWith("held: ");
        assertThat(answer("unknown_preserved", People.denied().delete("resolution", "task-1")))
                .startsWith("broken: task: unknown became failed at audit ")
                .endsWith(" without a person who says so, with name, evidence and reason");
        assertThat(answer("unknown_preserved", People.denied().update("resolution", "task-1", "because", null)))
                .startsWith("broken: task: unknown became failed");
        assertThat(answer(
                        "unknown_preserved",
                        People.unknown("resolve=compensate").update("task", "task-1", "state", "compensated")))
                .endsWith(" without a person who wants it undone");
    }

    /** What an expired worker still sends is no lie of the person who denied it, and no second end of the task. */
    @Test
    void aDenialThatALateOriginalOvertakesIsToldAndNotAccused() {
        assertThat(answer("unknown_preserved", People.overtaken()))
                .matches(
                        "held: every unknown outcome is still on record; resolution: operation op-1 was said not to be"
                                + " executed by operator at \\S+, and was overtaken by an effect at \\S+, with receipts \\[r-1]");
        assertThat(answer("terminal_is_final", People.overtaken())).startsWith("held: ");
        assertThat(answer("terminal_is_final", People.overtaken().confirm("r-1")))
                .startsWith("broken: ");
    }

    @Test
    void aWordThatTheLedgerContradictsIsNamedWithBothRows() {
        assertThat(Answers.of(new UnknownPreserved(), People.deniedWrongly().finishRetraced()))
                .startsWith("broken: resolution: operation op-1 was said not to be executed by operator at ")
                .endsWith("; the ledger holds its effect, with receipts [r-1]");
        assertThat(answer("unknown_preserved", People.confirmed())).startsWith("held: ");
        assertThat(answer("unknown_preserved", People.confirmed().update("resolution", "task-1", "receipt", "r-9")))
                .contains(
                        "was confirmed by operator",
                        "with receipt r-9; the ledger holds its effect, with receipts [r-1]");
        Run others = People.confirmed();
        others.insertIntoLedger("effect", "r-9", "operation=op-9 task=task-1 attempt=a-9 generation=1 receipt=r-9");
        assertThat(answer("unknown_preserved", others.update("resolution", "task-1", "receipt", "r-9")))
                .endsWith("[r-1], and that receipt for operation op-9");
        assertThat(answer("unknown_preserved", People.compensated())).startsWith("held: ");
    }

    @Test
    void anUnprovedCompensationStaysUnproved() {
        assertThat(answer("unknown_preserved", People.unproved())).startsWith("held: ");
        assertThat(answer("unknown_preserved", People.unproved().update("task", "task-1", "state", "unknown")))
                .startsWith("broken: task: compensating became unknown at audit ");
        assertThat(answer("unknown_preserved", People.unproved(" ")))
                .isEqualTo("broken: the task is compensating, but no attempt is recorded as unknown with its evidence");
    }

    @Test
    void whereNothingIsDedupedACancelIsNotSentAgain() {
        assertThat(answer("unknown_preserved", sent(sent(prepared(""), "c-1"), "c-2")))
                .isEqualTo("broken: 2 cancel requests under blind, where an unanswered one may never be repeated");
    }

    @Test
    void everyCancelHasItsAttemptRow() {
        assertThat(answer("attempts_match_wire", People.compensated())).startsWith("held: 2 requests on the wire");
        assertThat(answer("attempts_match_wire", answered(prepared(""), "c-1", "receipt", "r-c")))
                .startsWith("broken: a request of attempt c-1 was sent");
    }

    @Test
    void aCancellationIsCountedLikeAnEffect() {
        Run twice = People.compensated();
        twice.insertIntoLedger(
                "cancellation", "r-d", "operation=comp-1 original=op-1 attempt=c-2 generation=3 receipt=r-d");

        assertThat(answer("single_effect", People.compensated()))
                .isEqualTo("held: 1 effects and 1 cancellations, as predicted");
        assertThat(answer("single_effect", twice))
                .startsWith(
                        "broken: cancellations: expected 1, found 2: operation comp-1 by attempt c-1 of generation 3");
        assertThat(answer("single_receipt", People.compensated())).startsWith("held: ");
        assertThat(answer("single_receipt", twice)).startsWith("broken: 2 receipts: {r-c=[");
    }

    @Test
    void theReceiptOfAnEffectIsNoneOfItsCancel() {
        Run borrowed = answered(sent(prepared(""), "c-1"), "c-1", "receipt", "r-c");

        assertThat(answer("single_receipt", ends(borrowed, "c-1", "done", "r-1", "compensated")))
                .startsWith("broken: 2 receipts: {r-1=[attempt, compensation], r-c=[");
    }

    @Test
    void aDecisionIsTheLastWordOfAnEndedTask() {
        assertThat(answer("terminal_is_final", People.denied())).startsWith("held: nothing followed failed");
        assertThat(answer("terminal_is_final", People.denied().update("resolution", "task-1", "kind", "confirmed")))
                .startsWith("broken: failed at audit ");
        assertThat(answer(
                        "terminal_is_final",
                        People.compensated().update("compensation", "task-1", "state", "prepared")))
                .startsWith("broken: compensated at audit ");
    }

    @Test
    void aCompensationOfAnOldGenerationIsStale() {
        Run run = People.decide(People.unknown("resolve=compensate"), "compensate")
                .spawn()
                .claim();
        run.insert("compensation", "task-1", "operation=comp-1 original=op-1 state=prepared generation=1");

        assertThat(answer("stale_write_rejected", run)).contains("insert of compensation of generation 1 was accepted");
    }

    @Test
    void aLateOriginalMustHaveMetItsTombstone() {
        Run run = Histories.stopped();

        assertThat(answer("fence_exercised", run))
                .isEqualTo("broken: requests that met the tombstone of their operation: expected at least 1, found 0");
        run = Histories.stopped();
        run.insertIntoLedger("request_log", "late", "kind=publish operation=op-1 attempt=a-1 outcome=cancelled");
        assertThat(answer("fence_exercised", run)).startsWith("held: ");
    }

    @Test
    void peopleWereThereAsTheCellSetsIt() {
        assertThat(answer("settings_effective", People.approved())).startsWith("held: ");
        assertThat(answer("settings_effective", People.approved().update("task", "task-1", "needs_approval", 0L)))
                .isEqualTo("broken: needs_approval: expected true, found false");
        assertThat(answer(
                        "settings_effective", People.confirmed().update("resolution", "task-1", "kind", "compensate")))
                .isEqualTo("broken: resolution compensate: expected confirmed");
        Run once = People.approve(People.awaiting(Cell.parse("dedup-query/none?approve=2")));
        assertThat(answer("settings_effective", once)).isEqualTo("broken: commands to approve: expected 2, found 1");
    }

    @Test
    void afterAPersonsDeathBothDatabasesAreCopied() {
        Run run = People.awaiting(Cell.parse("dedup-query/person@during_approval?approve=1"));

        assertThat(answer("databases_intact", People.killPerson(run, "during_approval")))
                .startsWith("held: ");
    }

    /** A cancel may reach the relay after its sender was parked. */
    @Test
    void aCancelOnItsWayIsNoSignOfLife() {
        Cell cell = Cell.parse("blind/worker@after_effect,worker@comp_after_send?resolve=compensate");
        Run run = Histories.undone(cell).at("comp_after_send").park("comp_after_send");
        run = sent(run, "c-1").killed(1);

        assertThat(answer("kill_landed", run)).startsWith("held: ");
        Run alive = Histories.undone(cell).at("comp_after_send").park("comp_after_send");
        alive = alive.event(EventType.AT, "n=2 hit=1 point=comp_after_effect").killed(1);
        assertThat(answer("kill_landed", alive)).contains("it ran past the point");
    }

    /** Histories of this test alone. */
    private static final class Histories {
        /** Worker-1 is stopped before its send, and its operation is cancelled meanwhile; it is refused by the store too. */
        static Run stopped() {
            Run run = Runs.stoppedBeforeSend(Cell.parse("blind/worker@before_send=pause?resolve=compensate"));
            return run.refused("attempt", "a-1").refused("release", "worker-1");
        }

        static Run undone(Cell cell) {
            Run run = Runs.diedAfterEffect(cell);
            run = run.spawn().claim().closeAsUnknown().giveUp().exit(12, false);
            return People.prepare(People.decide(run, "compensate").spawn().claim());
        }
    }
}
