package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** More than one kill, one name for two workers, and workers that come when all is over. */
@Timeout(60)
class SeveralLivesIT extends CellFixture {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    dedup-query/worker@after_collect,worker@after_effect | running g1 e0 | running g2 e1 | succeeded g3 e1
                    blind/worker@after_collect,worker@after_effect       | running g1 e0 | running g2 e1 | unknown g3 e1
                    dedup-query/worker@before_lease,worker@after_draft   | pending g0 e0 | running g1 e0 | succeeded g2 e1
                    """)
    void theSecondFaultFallsOnTheSuccessor(String cell, String afterFirst, String afterSecond, String end)
            throws Exception {
        Examination found = pass(cell);

        assertThat(found.verdict().faults()).hasSize(2);
        assertKilled(found.verdict().faults().get(0), "worker-1");
        assertKilled(found.verdict().faults().get(1), "worker-2");
        assertThat(List.of(after(found, 1), after(found, 2))).containsExactly(afterFirst, afterSecond);
        assertThat(end(found)).isEqualTo(end);
        assertThat(lives(found)).isEqualTo(3);
    }

    @Test
    void aSuccessorOfTheSameNameIsAnotherGenerationAllTheSame() throws Exception {
        Examination found = pass("dedup-query/worker@after_effect?name.2=worker-1");

        assertThat(end(found)).isEqualTo("succeeded g2 e1");
        assertThat(found.history()
                        .events(EventType.SPAWN)
                        .filter(spawn -> spawn.get("role").equals("worker"))
                        .map(spawn -> spawn.instance() + " as " + spawn.get("owner")))
                .containsExactly("worker-1 as worker-1", "worker-2 as worker-1");
    }

    @Test
    void workersThatComeAfterTheEndChangeNothing() throws Exception {
        Examination found = pass("dedup-query/worker@after_effect?again=2");

        assertThat(end(found)).isEqualTo("succeeded g2 e1");
        assertThat(lives(found)).isEqualTo(4);
        assertThat(found.verdict().observed().publishRequests()).isEqualTo(1);
    }

    /** Each claims what is unknown, so that the generation counts on, and none may send again. */
    @Test
    void workersThatComeToAnUnknownOutcomeLeaveItUnknown() throws Exception {
        Examination found = pass("blind/worker@after_effect?again=2");

        assertThat(end(found)).isEqualTo("unknown g4 e1");
        assertThat(lives(found)).isEqualTo(4);
        assertThat(found.verdict().observed().publishRequests()).isEqualTo(1);
    }

    /** Its frame may be seen after its death, when the only worker that lives is the stopped one. */
    @Test
    void whatAKilledSuccessorHadSentIsNotItsZombies() throws Exception {
        Examination found = pass("dedup-query/worker@after_intent=pause,worker@after_send");

        assertKilled(found.verdict().faults().get(1), "worker-2");
        assertThat(found.history().events(EventType.REQUEST).map(Event::instance))
                .startsWith("worker-2");
    }

    /**
     * The zombie goes on while its successor stands at after_send. Its successor's request is slow, and the fence only knows of
     * whom it has heard: whoever let the zombie go at once found it answered instead of refused, and the cell proved nothing.
     */
    @Test
    void whatASuccessorHasSentArrivesBeforeItsZombieGoesOn() throws Exception {
        Examination found = pass("fenced/worker@after_intent=pause..after_send,wire@request=delay:200ms");

        assertThat(end(found)).isEqualTo("succeeded g2 e1");
        assertThat(lives(found)).isEqualTo(2);
        assertThat(found.history().last().orElseThrow().ledger().requests())
                .extracting(request -> request.generation() + " " + request.outcome())
                .contains("1 fenced");
    }
}
