package dev.crashharness.orchestrator.judge.model.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.judge.model.Expected;
import dev.crashharness.orchestrator.judge.model.Expected.Aftermath;
import dev.crashharness.orchestrator.judge.model.Prediction;
import dev.crashharness.orchestrator.judge.model.ReferenceModel;
import dev.crashharness.orchestrator.judge.model.Said;
import dev.crashharness.orchestrator.judge.model.store.CompensationState;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.person.Resolution;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Approval, resolution and compensation. Of a dropped reply the effect exists and nobody knows; the lookup behind it is
 * dropped too where the contract has one.
 */
class AfterUnknownTableTest {
    private static final String EACH_CONTRACT =
            """
            dedup-query      | wire@reply=drop,wire@request#2=drop
            dedup-only       | wire@reply=drop,wire@reply#2=drop,wire@reply#3=drop
            dedup-window:24h | wire@reply=drop,wire@reply#2=drop,wire@reply#3=drop
            fenced           | wire@reply=drop,wire@request#2=drop
            query-only       | wire@reply=drop,wire@request#2=drop
            blind            | wire@reply=drop
            """;

    private static Cell cell(String id) {
        return Cell.parse(id);
    }

    private static Aftermath aftermath(String id) {
        return ReferenceModel.predict(cell(id)).orThrow().end().aftermath();
    }

    /** Who is killed before the intent is stored costs a generation; who is killed while a person acts costs none. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            none                                      | succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2
            worker@during_lease                       | succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2
            worker@after_lease                        | succeeded g3 e1 p1 a1 confirmed c2 d2 v2 p3
            worker@after_intent                       | succeeded g3 e1 p1 a1 confirmed c1 d1 v1 p3
            worker@after_release                      | succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2
            person@before_approval                    | succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2
            person@during_approval                    | succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2
            person@after_approval                     | succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2
            person@during_approval,worker@after_lease | succeeded g3 e1 p1 a1 confirmed c1 d1 v1 p3
            worker@after_intent=pause                 | succeeded g3 e1 p1 a1 confirmed c1 d1 v1 p3
            worker@after_release=pause                | succeeded g2 e1 p1 a1 confirmed c1 d1 v1 p2
            """)
    void nothingIsSentBeforeAPersonHasApproved(String schedule, String end) {
        assertThat(Said.end(cell("dedup-query/" + schedule + "?approve=1"))).isEqualTo(end);
        assertThat(Said.end(cell("blind/" + schedule + "?approve=1"))).isEqualTo(end);
        assertThat(Said.end(cell("blind/" + schedule + "?approve=3"))).isEqualTo(end);
    }

    /** Its wait is refused, and its release. */
    @Test
    void whoWakesUpBehindItsIntentMayNotEvenWaitForAnApproval() {
        Cell cell = cell("dedup-query/worker@after_intent=pause..after_lease?approve=1");

        assertThat(Said.refusals(cell)).isEqualTo("store2 publisher0");
    }

    @Test
    void anApprovalIsThereOrNotWhateverKilledThePerson() {
        assertThat(Said.after(cell("blind/person@during_approval?approve=1"), 1))
                .isEqualTo("awaiting_approval g1 e0 p0 a0 prepared c1 d1 v1");
        assertThat(Said.after(cell("blind/person@after_approval?approve=1"), 1))
                .isEqualTo("pending g1 e0 p0 a0 prepared c1 d1 v1");
        assertThat(aftermath("blind/none?approve=2").approved()).isTrue();
        assertThat(aftermath("blind/none").approved()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = EACH_CONTRACT)
    void aCompensationHasItsOwnRecordAndLeavesTheOriginal(String contract, String unknown) {
        String id = contract + "/" + unknown + "?resolve=compensate";

        assertThat(Said.row(cell(id))).isEqualTo("g2 e1 C");
        assertThat(aftermath(id))
                .isEqualTo(new Aftermath(false, Optional.of(Resolution.COMPENSATE), CompensationState.DONE, 1, 1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = EACH_CONTRACT)
    void aRefusedCompensationFailsAndNeverReadsCompensated(String contract, String unknown) {
        String id = contract + "/" + unknown + "?cancel=refused&resolve=compensate";

        assertThat(Said.end(cell(id))).startsWith("compensation_failed g2 e1 ").contains(" prepared ");
        assertThat(aftermath(id).compensation()).isEqualTo(CompensationState.REFUSED);
        assertThat(aftermath(id).cancellations()).isZero();
    }

    /** After that kill the publisher may have cancelled: who can ask or repeat finds out, the others may do neither. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            comp_intent        | compensated g3 c1 | compensated g3 c1  | compensated g3 c1
            comp_before_send   | compensated g3 c1 | compensating g3 c0 | compensating g3 c0
            comp_after_send    | compensated g3 c1 | compensated g3 c1  | compensating g3 c1
            comp_after_effect  | compensated g3 c1 | compensated g3 c1  | compensating g3 c1
            comp_after_confirm | compensated g2 c1 | compensated g2 c1  | compensated g2 c1
            """)
    void aKilledCompensationFollowsTheRecoveryRuleOfItsContract(
            String point, String deduping, String queryOnly, String blind) {
        EACH_CONTRACT.lines().map(String::strip).forEach(line -> {
            String[] row = line.split(" *\\| *");
            String expected = row[0].equals("blind") ? blind : row[0].equals("query-only") ? queryOnly : deduping;
            assertThat(compensation("%s/%s,worker@%s?resolve=compensate".formatted(row[0], row[1], point)))
                    .as(row[0])
                    .isEqualTo(expected);
        });
    }

    private static String compensation(String id) {
        Expected end = ReferenceModel.predict(cell(id)).orThrow().end();
        return "%s g%d c%d"
                .formatted(end.state().id(), end.generation(), end.aftermath().cancellations());
    }

    @Test
    void anUnprovedCompensationStaysSoForEachLaterWorkerThatCanDoNothing() {
        assertThat(compensation("blind/wire@reply=drop,worker@comp_after_send?again=3&resolve=compensate"))
                .isEqualTo("compensating g6 c1");
        assertThat(compensation("blind/wire@reply=drop,wire@reply#2=drop?again=3&resolve=compensate"))
                .isEqualTo("compensating g5 c1");
        assertThat(
                        compensation(
                                "dedup-query/wire@reply=drop,wire@request#2=drop,wire@reply#2=drop,wire@request#4=drop?again=1&resolve=compensate"))
                .isEqualTo("compensated g3 c1");
    }

    /** The tombstone is there before it; a contract that fences refuses it for its generation. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "blind/wire@request=delay..comp_after_confirm",
                "query-only/wire@request=delay..comp_after_confirm",
                "blind/worker@before_send=pause",
                "query-only/worker@before_send=pause..comp_after_confirm",
            })
    void anOriginalThatArrivesAfterItsCancelMakesNoEffect(String schedule) {
        Prediction prediction =
                ReferenceModel.predict(cell(schedule + "?resolve=compensate")).orThrow();

        assertThat(prediction.end().effects()).isZero();
        assertThat(prediction.end().publishRequests()).isEqualTo(1);
        assertThat(prediction.fence().tooLate()).isEqualTo(1);
    }

    @Test
    void anOriginalThatRacesWithItsCancelMayBeFirst() {
        assertThat(Said.row(cell("blind/wire@request=delay..comp_before_send?resolve=compensate")))
                .isEqualTo("g2 e1 C or g2 e0 C");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = EACH_CONTRACT)
    void aConfirmedOutcomeSucceedsInTheGenerationThatLeftIt(String contract, String unknown) {
        String id = contract + "/" + unknown + "?resolve=confirmed";

        assertThat(Said.end(cell(id))).startsWith("succeeded g1 e1 ").endsWith(" confirmed c1 d1 v1 p1");
        assertThat(Said.end(cell(id.replace("?", ",person@after_resolution?")))).isEqualTo(Said.end(cell(id)));
    }

    @Test
    void whatAPersonSaysMustNotContradictTheLedgerWhereItCanBeAsked() {
        assertThat(Said.row(cell("query-only/wire@request=drop?resolve=not-executed")))
                .isEqualTo("g1 e0 F");
        assertThat(Said.why(cell("query-only/wire@request=drop?resolve=confirmed")))
                .isEqualTo("resolve=confirmed would be refused, because the publisher says not_found");
        assertThat(Said.why(cell("query-only/wire@reply=drop,wire@request#2=drop?resolve=not-executed")))
                .isEqualTo("resolve=not-executed would be refused, because the publisher says receipt");
        assertThat(Said.why(
                        cell("query-only/wire@reply=drop,wire@request#2=drop,wire@request#3=drop?resolve=confirmed")))
                .isEqualTo("resolve=confirmed would be refused, because the publisher's answer does not arrive");
        assertThat(Said.why(cell("blind/wire@request=drop?resolve=confirmed")))
                .isEqualTo(
                        "resolve=confirmed would be refused, because there is no effect whose receipt a person could name");
        assertThat(Said.why(cell("blind/wire@reply=drop?resolve=not-executed")))
                .startsWith("resolve=not-executed would be wrong, because the ledger holds the effect when it is said");
        assertThat(Said.row(cell("query-only/worker@before_send,worker@after_lease=pause?resolve=not-executed")))
                .isEqualTo("g3 e0 F");
    }

    /** An expired worker may still send: the denial was true when it was said, and the task keeps the end that it has. */
    @ParameterizedTest
    @ValueSource(strings = {"query-only", "blind"})
    void aDenialThatALateOriginalOvertakesIsNoFalseWord(String contract) {
        String id = contract + "/worker@before_send=pause?resolve=not-executed";

        assertThat(Said.after(cell(id), 1)).contains(" e0 ");
        assertThat(Said.end(cell(id))).startsWith("failed g2 e1 ");
    }

    /** What was said before anybody predicted it has to be judged, not refused. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            blind/wire@reply=drop?resolve=not-executed       | failed e1
            blind/wire@request=drop?resolve=confirmed        | succeeded e0
            query-only/worker@before_send?resolve=confirmed  | succeeded e0
            blind/wire@request=drop?resolve=not-executed     | failed e0
            """)
    void aWordOnRecordIsWalkedAsItWasHeard(String id, String expected) {
        Expected end = ((Prediction) ReferenceModel.retrace(cell(id))).end();

        assertThat(end.state().id() + " e" + end.effects()).isEqualTo(expected);
    }

    @Test
    void aDecisionThatNobodyHasToTakeIsRefused() {
        assertThat(Said.why(cell("dedup-query/worker@after_effect?resolve=compensate")))
                .isEqualTo("resolve=compensate decides what became of an unknown, but the task ends succeeded,"
                        + " so leave it out or add a fault that leaves the outcome unknown");
        assertThat(Said.why(cell("blind/person@after_approval,person@after_approval?approve=1")))
                .startsWith("person@after_approval is never reached");
    }

    /** Its own window, from its own first attempt. */
    @Test
    void aCompensationIsSentAgainOnlyWhileItsWindowIsOpen() {
        String killed = "dedup-window:24h/wire@reply=drop,wire@reply#2=drop,wire@reply#3=drop,worker@comp_before_send";

        assertThat(compensation(killed + "?gap=2h&resolve=compensate")).isEqualTo("compensated g3 c1");
        assertThat(compensation(killed + "?gap=1d&resolve=compensate")).isEqualTo("compensating g3 c0");
    }
}
