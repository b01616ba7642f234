package dev.crashharness.orchestrator.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage.Decided;
import dev.crashharness.publisher.protocol.Contract;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people have done between a person's runs, and the cell that they amount to. */
final class LabPeopleTest extends LabEvents {
    @Test
    void anApprovalAndADecisionAreSettingsOfTheCell() {
        waited(1);
        person(1, Map.of("name", "approved", "new", "true"));
        person(2, Map.of("name", "approved", "new", "false"));
        ended(2, 12);
        person(3, Map.of("name", "resolved", "new", "true", "kind", "compensate"));
        ended(3, 0);
        ended(4, 0);

        assertCell(Contract.BLIND, "blind/none?again=1&approve=2&expiry=wait&lease=2s&resolve=compensate");
        assertThat(record().people().commands()).isEqualTo(3);
    }

    /** Whoever has let others go on has made room for their faults: first an approval, then a compensation. */
    @Test
    void faultsMayFallBehindADecisionThatLetsWorkersGoOn() {
        killed(1, "after_collect");
        waited(2);
        person(1, Map.of("name", "approved", "new", "true"));
        killed(3, "after_send");
        ended(4, 12);
        person(2, Map.of("name", "resolved", "new", "true", "kind", "compensate"));
        killed(5, "comp_after_send");
        ended(6, 12);

        assertCell(
                Contract.BLIND,
                "blind/worker@after_collect,worker@after_send,worker@comp_after_send?approve=1&expiry=wait&lease=2s"
                        + "&resolve=compensate");
    }

    @Test
    void aFaultAfterACompensationHadEndedIsInNoSchedule() {
        killed(1, "after_send");
        ended(2, 12);
        person(1, Map.of("name", "resolved", "new", "true", "kind", "compensate"));
        ended(3, 12);
        killed(4, "after_lease");

        assertThat(record().unexplained()).hasValueSatisfying(why -> assertThat(why)
                .contains("worker-4 was killed (worker@after_lease)", "no schedule can hold a fault"));
    }

    @Test
    void aFaultBetweenAnUnknownAndItsDecisionIsInNoSchedule() {
        killed(1, "after_send");
        ended(2, 12);
        killed(3, "after_lease");
        person(1, Map.of("name", "resolved", "new", "true", "kind", "compensate"));
        ended(4, 0);

        assertThat(record().unexplained())
                .hasValueSatisfying(why -> assertThat(why).contains("no schedule can hold a fault"));
    }

    @Test
    void aDecisionThatEndsTheTaskNeedsNoFurtherWorker() {
        killed(1, "before_send");
        ended(2, 12);
        person(1, Map.of("name", "resolved", "new", "true", "kind", "not_executed"));
        ended(3, 14);

        assertCell(Contract.BLIND, "blind/worker@before_send?again=1&expiry=wait&lease=2s&resolve=not-executed");
    }

    @Test
    void aCommandThatWasRefusedIsNoPartOfTheCellNorOfItsEvents() {
        ended(1, 0);
        note("person-1", EventType.SPAWN, Map.of("owner", "person", "role", "person", "lease_ms", ""));
        note("person-1", EventType.REPORTED, Map.of("name", "error", "text", "refused"));

        assertCell(Contract.DEDUP_QUERY, "dedup-query/none?expiry=wait&lease=2s");
        assertThat(record().judged()).extracting(Event::instance).containsOnly("worker-1");
    }

    /** A cell approves and decides as soon as one worker can go on no further: with two, it predicts other generations. */
    @Test
    void aDecisionAtAnotherMomentThanInACellIsSaid() {
        ended(1, 12);
        ended(2, 12);
        person(1, Map.of("name", "resolved", "new", "true", "kind", "compensate"));

        assertThat(record().unexplained()).contains("the unknown was resolved after 2 runs that ended in it");
    }

    @Test
    void anApprovalOfARunningTaskIsSaid() {
        killed(1, "after_intent");
        person(1, Map.of("name", "approved", "new", "true"));
        ended(2, 0);

        assertThat(record().unexplained()).contains("the operation was approved after 0 runs that waited for it");
    }

    /** The harness was killed between the commit and the word of it; to wish for it again is refused and says nothing. */
    @Test
    void aDecisionOfWhichNobodyCouldTellIsReadFromTheStore() {
        ended(1, 12);
        entered(1, "during_resolution");
        ended(2, 0);

        LabRecord record = record(new Decided(Optional.empty(), Optional.of(compensate()), Optional.empty()));
        assertThat(record.unexplained()).isEmpty();
        assertThat(record.cell(Contract.BLIND).print()).isEqualTo("blind/none?expiry=wait&lease=2s&resolve=compensate");
        assertThat(record.judged()).extracting(Event::instance).doesNotContain("person-1");
    }

    /** Else its word would look like one for which nobody was asked. */
    @Test
    void theQuestionOfADecisionThatNobodyHeardOfIsKept() {
        killed(1, "before_send");
        ended(2, 12);
        refusedAfterAsking(1);
        entered(2, "before_resolution");
        asked(2);
        note("person-2", EventType.AT, Map.of("point", "during_resolution", "hit", "1", "n", "2"));
        refusedAfterAsking(3);

        List<Event> judged = record(new Decided(Optional.empty(), Optional.of(denied()), Optional.empty()))
                .judged();

        assertThat(judged)
                .filteredOn(event -> event.instance().startsWith("person-"))
                .extracting(event -> event.type() + " of " + event.instance())
                .containsExactly("REQUEST of person-2");
    }

    private void refusedAfterAsking(int person) {
        entered(person, "before_resolution");
        asked(person);
        note("person-" + person, EventType.REPORTED, Map.of("name", "error", "text", "refused"));
    }

    private void asked(int person) {
        note("person-" + person, EventType.REQUEST, Map.of("kind", "lookup", "operation", "op-1", "generation", "2"));
    }

    private static StoreImage.Resolution denied() {
        return new StoreImage.Resolution("not_executed", "ada", "never", "asked", null, "op-1", 2, 5);
    }

    /** It came into its transaction too, and was killed before it had committed. */
    @Test
    void aDecisionIsThatOfTheLastCommandThatCouldDecide() {
        entered(1, "during_resolution");
        ended(1, 12);
        entered(2, "during_resolution");

        assertThat(record(new Decided(Optional.empty(), Optional.of(compensate()), Optional.empty()))
                        .unexplained())
                .isEmpty();
    }

    @Test
    void anApprovalOfWhichNobodyCouldTellIsToBeGivenAgain() {
        waited(1);
        entered(1, "during_approval");
        ended(2, 0);
        Decided approved = new Decided(
                Optional.of(new StoreImage.Approval("op-1", 1, "ada", 5)), Optional.empty(), Optional.empty());

        assertThat(record(approved).people().isApprovedUnheard()).isTrue();
        person(2, Map.of("name", "approved", "new", "false"));
        assertThat(record(approved).people().isApprovedUnheard()).isFalse();
        assertCell(Contract.DEDUP_QUERY, "dedup-query/none?approve=1&expiry=wait&lease=2s");
    }

    /** It was heard only when it was given again; that it had let the worker go on that was killed then, the store knows. */
    @Test
    void anApprovalThatWasHeardLateCountsFromItsCommit() {
        waited(1);
        entered(1, "during_approval");
        killed(2, "after_send");
        person(2, Map.of("name", "approved", "new", "false"));
        ended(3, 0);
        Decided approved = new Decided(
                Optional.of(new StoreImage.Approval("op-1", 1, "ada", 5)), Optional.empty(), Optional.empty());

        assertThat(record(approved).unexplained()).isEmpty();
    }

    private void entered(int person, String point) {
        note("person-" + person, EventType.SPAWN, Map.of("owner", "person", "role", "person", "lease_ms", ""));
        note("person-" + person, EventType.AT, Map.of("point", point, "hit", "1", "n", "1"));
    }

    private static StoreImage.Resolution compensate() {
        return new StoreImage.Resolution("compensate", "ada", null, "asked", null, "op-1", 1, 5);
    }

    @Test
    void whoFindsTheTaskWaitingChangesNothing() {
        waited(1);
        ended(2, "worker-2", 13);
        person(1, Map.of("name", "approved", "new", "true"));
        ended(3, "worker-2", 0);

        assertCell(Contract.DEDUP_QUERY, "dedup-query/none?approve=1&expiry=wait&lease=2s&name.3=worker-2");
    }
}
