package dev.crashharness.orchestrator.judge.effect;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.People;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import org.junit.jupiter.api.Test;

/** The promises about publishing. */
class EffectChecksTest {
    private static final Check STABLE = new OperationStable();
    private static final Check INTENT_FIRST = new NoEffectBeforeIntent();
    private static final Check EFFECT = new SingleEffect();
    private static final Check RECEIPT = new SingleReceipt();
    private static final Check HAS_EFFECT = new SucceededImpliesEffect();
    private static final Check MATCH = new AttemptsMatchWire();

    private static Run untouched() {
        return new Run(dedupQuery());
    }

    @Test
    void oneOperationIsHeld() {
        assertThat(Answers.of(STABLE, Runs.killedAfterEffect().finish()))
                .isEqualTo("held: every request carried operation and payload op-1/h-1");
        assertThat(Answers.of(STABLE, untouched().finish())).startsWith("not_exercised: ");
    }

    @Test
    void anotherOperationOnTheWireOrInTheLogIsCaught() {
        assertThat(Answers.of(
                        STABLE, Runs.clean().requestFrame("op-2", "a-1", "drop").finish()))
                .isEqualTo("broken: the requests carried 2 operations or payloads: op-1/h-1, op-2/h-1");
        assertThat(Answers.of(
                        STABLE, Runs.clean().execute("op-2", "a-1", "r-2", true).finish()))
                .startsWith("broken: ");
    }

    /** Killed before its first byte, a request leaves nothing but the attempt: M04 passed at before_send. */
    @Test
    void aTryThatSentNothingUnderAnotherOperationIsCaught() {
        Run twice = untouched().spawn().claim().prepare().attempt().closeAsUnknown();

        assertThat(Answers.of(STABLE, twice.attempt().late().finish())).startsWith("held: ");
        assertThat(Answers.of(
                        STABLE,
                        twice.update("attempt", "a-1", "operation", "op-9").finish()))
                .isEqualTo("broken: the attempts stand under 2 operations: op-1, op-9");
    }

    @Test
    void aLookupOfWhatWasNeverSentIsCaught() {
        String lookup = "kind=lookup operation=%s generation=2 outcome=not_found";

        assertThat(Answers.of(
                        STABLE,
                        Runs.clean()
                                .insertIntoLedger("request_log", "q-1", lookup.formatted("op-1"))
                                .finish()))
                .startsWith("held: ");
        assertThat(Answers.of(
                        STABLE,
                        Runs.clean()
                                .insertIntoLedger("request_log", "q-1", lookup.formatted("op-7"))
                                .finish()))
                .isEqualTo("broken: a lookup asked for operation op-7, and what was sent is op-1");
    }

    /** A cancel has an operation of its own, is tried and asked for under that, and is no other publication. */
    @Test
    void aCompensationIsNoOtherOperation() {
        Run compensated = People.sent(People.prepared(""), "a-3")
                .insertIntoLedger("request_log", "q-1", "kind=lookup operation=comp-1 generation=3 outcome=not_found");

        assertThat(Answers.of(STABLE, compensated.finish())).startsWith("held: ");
        // That it is a second one is for compensation_recorded to say (M18).
        assertThat(Answers.of(
                        STABLE,
                        compensated
                                .update("compensation", "task-1", "operation", "comp-2")
                                .insert(
                                        "attempt",
                                        "a-4",
                                        "attempt=a-4 operation=comp-2 outcome=sent generation=4 sent_at_ms=0")
                                .finish()))
                .startsWith("held: ");
    }

    @Test
    void anIntentThatIsRewrittenReplacedOrDeletedIsCaught() {
        assertThat(Answers.of(
                        STABLE,
                        Runs.clean()
                                .update("intent", "task-1", "operation", "op-2")
                                .finish()))
                .endsWith("update of operation op-1 to op-2");
        assertThat(Answers.of(
                        STABLE,
                        Runs.clean()
                                .update("intent", "task-1", "payload_hash", "h-2")
                                .finish()))
                .startsWith("broken: ");
        assertThat(Answers.of(STABLE, Runs.clean().prepare().finish())).startsWith("broken: ");
        assertThat(Answers.of(STABLE, Runs.clean().delete("intent", "task-1").finish()))
                .startsWith("broken: ");
    }

    @Test
    void aDerivedKeyIsNotComparedWithTheIntentsOwnId() {
        Run derived = untouched().spawn().claim().prepare().attempt();
        derived.requestFrame("task-1/op-1", "a-1", "forward").execute("task-1/op-1", "a-1", "r-1", true);

        assertThat(Answers.of(STABLE, derived.finish())).startsWith("held: ");
    }

    @Test
    void theIntentIsStoredBeforeAnythingReachesThePublisher() {
        assertThat(Answers.of(INTENT_FIRST, Runs.clean().finish())).startsWith("held: ");
        assertThat(Answers.of(INTENT_FIRST, untouched().finish())).startsWith("not_exercised: ");
        assertThat(Answers.of(
                        INTENT_FIRST,
                        untouched().execute("op-1", "a-1", "r-1", true).finish()))
                .isEqualTo("broken: final: the ledger has 1 effects and 1 publish requests, the store no intent");
    }

    @Test
    void theEffectsAreCountedAgainstThePrediction() {
        assertThat(Answers.of(EFFECT, Runs.killedAfterEffect().finish())).isEqualTo("held: 1 effects, as predicted");
        assertThat(Answers.of(EFFECT, Runs.clean().close())).startsWith("not_exercised: ");
        assertThat(Answers.of(EFFECT, untouched().finish())).isEqualTo("broken: effects: expected 1, found 0");
        assertThat(Answers.of(
                        EFFECT, Runs.clean().execute("op-2", "a-2", "r-2", true).finish()))
                .isEqualTo("broken: effects: expected 1, found 2: operation op-1 by attempt a-1 of generation 1;"
                        + " operation op-2 by attempt a-2 of generation 1");
    }

    @Test
    void workerWireAndPublisherKnowOneReceipt() {
        assertThat(Answers.of(RECEIPT, Runs.clean().finish()))
                .isEqualTo("held: one receipt, known to attempt, effect, intent, request_log, wire");
        assertThat(Answers.of(RECEIPT, untouched().finish())).startsWith("not_exercised: ");
        assertThat(Answers.of(
                        RECEIPT,
                        Runs.clean().replyFrame("a-1", "r-2", "forward").finish()))
                .startsWith("broken: 2 receipts: ")
                .endsWith("r-2=[wire]}");
        assertThat(Answers.of(
                        RECEIPT,
                        Runs.clean()
                                .update("intent", "task-1", "receipt", "r-9")
                                .finish()))
                .startsWith("broken: ");
    }

    @Test
    void successIsProvedByTheLedger() {
        assertThat(Answers.of(HAS_EFFECT, Runs.clean().finish()))
                .isEqualTo("held: the ledger holds the effect of receipt r-1");
        assertThat(Answers.of(HAS_EFFECT, Runs.unknownUnderBlind().finish())).startsWith("not_exercised: ");
        assertThat(Answers.of(
                        HAS_EFFECT,
                        untouched().spawn().claim().prepare().confirm("r-1").finish()))
                .isEqualTo("broken: final: the task succeeded with receipt r-1, the ledger has []");
    }

    @Test
    void successWithoutAReceiptIsNone() {
        Run claimed = untouched().update("task", "task-1", "state", "succeeded");

        assertThat(Answers.of(HAS_EFFECT, claimed.finish())).contains("with receipt none");
    }

    @Test
    void eachRequestHasItsAttempt() {
        assertThat(Answers.of(MATCH, Runs.clean().finish())).isEqualTo("held: 1 requests on the wire, 1 attempt rows");
        assertThat(Answers.of(MATCH, untouched().finish())).startsWith("not_exercised: ");
    }

    @Test
    void aRequestWithoutARowOrSentTwiceIsCaught() {
        assertThat(Answers.of(
                        MATCH, Runs.clean().requestFrame("op-1", "a-7", "drop").finish()))
                .isEqualTo("broken: a request of attempt a-7 was sent, the store has attempts [a-1]");
        assertThat(Answers.of(
                        MATCH, Runs.clean().execute("op-1", "a-7", "r-1", false).finish()))
                .contains("attempt a-7");
        assertThat(Answers.of(
                        MATCH,
                        Runs.clean().requestFrame("op-1", "a-1", "forward").finish()))
                .isEqualTo("broken: attempt a-1 was sent more than once");
    }

    @Test
    void whereASecondEffectIsRightItHasAReceiptOfItsOwn() {
        assertThat(Answers.of(RECEIPT, Runs.duplicatedUnderBlind().finish()))
                .isEqualTo("held: 2 receipts, as predicted, each of an effect");
        assertThat(Answers.of(
                        RECEIPT,
                        Runs.duplicatedUnderBlind()
                                .update("intent", "task-1", "receipt", "r-9")
                                .finish()))
                .startsWith("broken: 3 receipts: ");
        assertThat(Answers.of(EFFECT, Runs.duplicatedUnderBlind().finish())).isEqualTo("held: 2 effects, as predicted");
    }

    @Test
    void theRelaysOwnCopyOfARequestIsNoRepetition() {
        assertThat(Answers.of(MATCH, Runs.duplicatedUnderBlind().finish()))
                .isEqualTo("held: 1 requests on the wire, 1 attempt rows");
        assertThat(Answers.of(
                        MATCH,
                        Runs.duplicatedUnderBlind()
                                .requestFrame("op-1", "a-1", "duplicate")
                                .finish()))
                .startsWith("held: ");
        assertThat(Answers.of(
                        MATCH,
                        Runs.duplicatedUnderBlind()
                                .requestFrame("op-1", "a-1", "forward")
                                .finish()))
                .isEqualTo("broken: attempt a-1 was sent more than once");
    }

    @Test
    void whatTheHarnessItselfSendsIsNoneOfTheWorkers() {
        assertThat(Answers.of(MATCH, Runs.collidedAndRefused().finish())).startsWith("held: ");
        assertThat(Answers.of(STABLE, Runs.collidedAndRefused().finish())).startsWith("held: ");
    }

    /** In a cell in which the harness sends nothing such a name is a worker's. */
    @Test
    void aWorkerCannotHideBehindTheHarnesssName() {
        assertThat(Answers.of(
                        MATCH,
                        Runs.clean().execute("op-1", "probe", "r-1", false).finish()))
                .contains("a request of attempt probe was sent");
    }
}
