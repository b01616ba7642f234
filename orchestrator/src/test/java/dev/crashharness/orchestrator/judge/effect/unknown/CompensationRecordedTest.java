package dev.crashharness.orchestrator.judge.effect.unknown;

import static dev.crashharness.orchestrator.judge.fixture.People.answered;
import static dev.crashharness.orchestrator.judge.fixture.People.ends;
import static dev.crashharness.orchestrator.judge.fixture.People.prepared;
import static dev.crashharness.orchestrator.judge.fixture.People.sent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.People;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Cell;
import org.junit.jupiter.api.Test;

/** Requested is not done, refused is not done, and the original keeps its record. */
class CompensationRecordedTest {
    private static final Check CHECK = new CompensationRecorded();

    private static String answer(Run run) {
        return Answers.of(CHECK, run.finish());
    }

    @Test
    void aCompensationWithItsOwnReceiptIsHeld() {
        assertThat(answer(People.compensated()))
                .isEqualTo("held: the compensation is done, with 1 cancel requests and 1 cancellations");
        assertThat(answer(People.refused())).startsWith("held: the compensation is refused");
        assertThat(answer(People.unproved()))
                .isEqualTo("held: the compensation is prepared, with 1 cancel requests and 1 cancellations");
    }

    @Test
    void whereNobodySaysAnythingThereIsNothingToRecord() {
        assertThat(answer(Runs.unknownUnderBlind())).startsWith("not_exercised: ");
    }

    @Test
    void whatPeopleSayIsOnRecordOnce() {
        assertThat(answer(People.denied()))
                .isEqualTo("held: what was said is on record once, and nothing was to be undone");
        assertThat(answer(People.approved())).startsWith("held: what was said is on record once");
    }

    /** INSERT OR REPLACE: the last row, its key and its kind are as they should be. */
    @Test
    void aSecondApprovalOverTheFirstIsCaught() {
        Run awaiting = People.awaiting(Cell.parse("dedup-query/none?approve=2"));

        assertThat(answer(People.approve(People.approve(awaiting))))
                .matches(
                        "broken: approval by operator at audit \\d+, then insert by operator at audit \\d+: what a person"
                                + " has said is written once");
        assertThat(answer(People.approved().update("approval", "task-1", "approved_by", "bob")))
                .contains("then update by bob at audit ");
        assertThat(answer(People.approved().delete("approval", "task-1"))).contains("then delete by nobody at audit ");
    }

    @Test
    void aSecondWishOverTheFirstIsCaught() {
        Run wished = People.decide(People.unknown("resolve=compensate"), "compensate");
        wished.insert("resolution", "task-1", "kind=compensate resolved_by=bob because=mine operation=op-1");

        assertThat(answer(wished))
                .startsWith("broken: resolution by operator at audit ")
                .contains("then insert by bob");
    }

    @Test
    void aSecondCompensationOverTheFirstIsCaught() {
        assertThat(answer(People.prepare(prepared("")).spawn().claim()))
                .startsWith("broken: compensation: audit ")
                .endsWith("insert of operation null to comp-1");
        assertThat(answer(People.compensated())).startsWith("held: ");
    }

    @Test
    void whatWasOnlyAskedForIsNotDone() {
        Run run = ends(sent(prepared(""), "c-1"), "c-1", "done", "r-x", "compensated");

        assertThat(answer(run))
                .isEqualTo(
                        "broken: final: the task is compensated, its compensation is done under comp-1 with receipt r-x,"
                                + " and the ledger holds no cancellation");
    }

    @Test
    void whatWasRefusedIsNotDone() {
        Run refused = answered(sent(prepared("&cancel=refused"), "c-1"), "c-1", "refused", "");

        assertThat(answer(ends(refused, "c-1", "refused", "", "compensated")))
                .startsWith("broken: final: the task is compensated, its compensation is refused under comp-1");
    }

    @Test
    void whatWasDoneIsNotFailed() {
        Run done = answered(sent(prepared(""), "c-1"), "c-1", "receipt", "r-c");

        assertThat(answer(ends(done, "c-1", "refused", "", "compensation_failed")))
                .startsWith("broken: final: the task is compensation_failed");
    }

    @Test
    void aReceiptOfAnotherOperationProvesNothing() {
        Run run = sent(prepared(""), "c-1");
        run.insertIntoLedger("cancellation", "r-y", "operation=comp-2 original=op-2 receipt=r-y");

        assertThat(answer(ends(run, "c-1", "done", "r-y", "compensated"))).startsWith("broken: final: ");
    }

    @Test
    void aReceiptThatThePublisherNeverGaveProvesNothing() {
        assertThat(answer(People.compensated().update("compensation", "task-1", "receipt", "r-made-up")))
                .startsWith("broken: final: the task is compensated, its compensation is done under comp-1 with receipt"
                        + " r-made-up, and the ledger holds cancellations with receipts [");
    }

    @Test
    void itsOperationIsMintedOnce() {
        assertThat(answer(People.compensated().update("compensation", "task-1", "operation", "comp-2")))
                .startsWith("broken: final: ");
        assertThat(answer(sent(prepared(""), "c-1").update("compensation", "task-1", "operation", "comp-2")))
                .startsWith("broken: compensation: audit ")
                .endsWith("update of operation comp-1 to comp-2");
    }

    @Test
    void everyCancelCarriesTheStoredOperationAndNotTheOriginals() {
        Run second = answered(sent(prepared(""), "c-1"), "c-1", "receipt", "r-c");
        second.insertIntoLedger(
                "request_log", "other", "kind=cancel operation=comp-2 original=op-1 attempt=c-2 outcome=receipt");
        assertThat(answer(second))
                .isEqualTo("broken: the cancels carried operations [comp-1, comp-2], the compensation has comp-1,"
                        + " the original op-1");

        Run borrowed = People.decide(People.unknown("resolve=compensate"), "compensate")
                .spawn()
                .claim();
        borrowed.insert("compensation", "task-1", "operation=op-1 original=op-1 state=prepared");
        assertThat(answer(borrowed)).startsWith("broken: the cancels carried operations [], the compensation has op-1");
    }

    @Test
    void nothingIsTriedBeforeTheCompensationIsStored() {
        Run early = People.decide(People.unknown("resolve=compensate"), "compensate")
                .spawn()
                .claim();

        assertThat(answer(People.prepare(sent(early, "c-1"))))
                .startsWith("broken: attempt c-1 to cancel was recorded at audit ")
                .endsWith(", before the compensation was stored");
    }

    @Test
    void theOriginalKeepsItsRecord() {
        assertThat(answer(People.compensated().update("intent", "task-1", "state", "confirmed")))
                .startsWith("broken: the original was to be undone at audit ")
                .contains("then update of intent at audit ");
        assertThat(answer(People.compensated().delete("attempt", "a-1"))).contains("then delete of attempt at audit ");
    }

    @Test
    void whatWasCancelledMakesNoEffectAnyMore() {
        Run late = People.compensated();
        late.insertIntoLedger("effect", "r-late", "operation=op-1 attempt=a-1 receipt=r-late");

        assertThat(answer(late)).startsWith("broken: operation op-1 was cancelled at audit ");
    }
}
