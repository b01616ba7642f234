package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Decided;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * People who approve and decide, and workers that undo, killed for real.
 *
 * <pre>
 * worker-1 stores its intent │ person-1 approves, dies │ person-2 approves │ worker-2 publishes
 * worker-1 leaves an unknown │ person-1 decides        │ worker-2 cancels, dies │ worker-3 asks or goes
 * </pre>
 */
@Timeout(120)
class PeopleIT extends CellFixture {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    person@before_approval | awaiting_approval g1 e0
                    person@during_approval | awaiting_approval g1 e0
                    person@after_approval  | pending g1 e0
                    """)
    void anApprovalThatIsKilledIsGivenAgain(String fault, String after) throws Exception {
        Examination found = pass("dedup-query/" + fault + "?approve=1");

        assertKilled(found.verdict().faults().get(0), "person-1");
        assertThat(after(found, 1)).isEqualTo(after);
        assertThat(end(found)).isEqualTo("succeeded g2 e1");
        assertThat(commands(found)).containsExactly("person-1", "person-2");
        assertThat(decided(found).approval()).isPresent();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    blind/worker@after_effect,person@before_resolution?resolve=confirmed   | unknown g2 e1   | succeeded g2 e1
                    blind/worker@after_effect,person@after_resolution?resolve=confirmed    | succeeded g2 e1 | succeeded g2 e1
                    blind/worker@before_send,person@during_resolution?resolve=not-executed | unknown g2 e0   | failed g2 e0
                    """)
    void aDecisionThatIsKilledIsTakenOnce(String cell, String after, String end) throws Exception {
        Examination found = pass(cell);

        assertKilled(found.verdict().faults().get(1), "person-1");
        assertThat(after(found, 2)).isEqualTo(after);
        assertThat(end(found)).isEqualTo(end);
        assertThat(commands(found)).containsExactly("person-1", "person-2");
    }

    /** A second wish is refused and names the first; the cell goes on as a person would who reads that. */
    @Test
    void aWishToCompensateThatIsKilledWhenItIsDurableIsNotTakenTwice() throws Exception {
        Examination found = pass("blind/worker@after_effect,person@after_resolution?resolve=compensate");

        assertThat(after(found, 2)).isEqualTo("compensating g2 e1");
        assertThat(end(found)).isEqualTo("compensated g3 e1 c1");
        assertThat(found.history()
                        .events(EventType.EXIT)
                        .filter(exit -> exit.instance().startsWith("person-"))
                        .map(exit -> exit.get("code")))
                .containsExactly("137", "3");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    blind/worker@after_effect,worker@comp_intent?resolve=compensate                     | compensated g4 e1 c1
                    blind/worker@after_effect,worker@comp_after_send?resolve=compensate                 | compensating g4 e1 c1
                    blind/worker@after_effect,worker@comp_after_confirm?resolve=compensate              | compensated g3 e1 c1
                    blind/worker@after_effect,worker@comp_intent?cancel=refused&resolve=compensate      | compensation_failed g4 e1
                    """)
    void aCompensationThatIsKilledNeverReadsMoreThanIsProved(String cell, String end) throws Exception {
        Examination found = pass(cell);

        assertThat(end(found)).isEqualTo(end);
        assertThat(found.history()
                        .last()
                        .orElseThrow()
                        .store()
                        .intent()
                        .orElseThrow()
                        .state())
                .isEqualTo("prepared");
    }

    @Test
    void anOriginalThatComesAfterItsCancelMeetsATombstone() throws Exception {
        Examination found = pass("blind/worker@before_send=pause..comp_after_confirm?resolve=compensate");

        assertThat(end(found)).isEqualTo("compensated g3 e0 c1");
        assertThat(found.history().last().orElseThrow().ledger().requests())
                .extracting(request -> request.kind() + " " + request.outcome())
                .containsExactly("cancel receipt", "publish cancelled");
    }

    private static List<String> commands(Examination found) {
        return found.history()
                .events(EventType.SPAWN)
                .filter(spawn -> spawn.get("role").equals("person"))
                .map(Event::instance)
                .toList();
    }

    private static Decided decided(Examination found) {
        return found.history().last().orElseThrow().store().decided();
    }
}
