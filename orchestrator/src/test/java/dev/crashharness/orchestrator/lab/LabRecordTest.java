package dev.crashharness.orchestrator.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.publisher.protocol.Contract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hand-written events of a person's runs, and the cell that they amount to. */
final class LabRecordTest {
    private final List<Event> events = new ArrayList<>();

    @Test
    void aCleanRunIsACellWithoutFaults() {
        ended(1, 0);

        assertCell(Contract.DEDUP_QUERY, "dedup-query/none?expiry=wait&lease=2s");
    }

    @Test
    void aKillAndThenASuccessIsACellWithOneFault() {
        note("publisher-1", EventType.SPAWN, Map.of("owner", "publisher", "lease_ms", ""));
        killed(1, "after_collect");
        note("publisher-1", EventType.EXIT, Map.of("code", "137", "by_harness", "true"));
        ended(2, 0);

        assertCell(Contract.DEDUP_QUERY, "dedup-query/worker@after_collect?expiry=wait&lease=2s");
        assertThat(record().landed())
                .containsExactly(new FaultOutcome("worker@after_collect", "worker-1", 17, 1, "KILL", 5, 137, true, ""));
    }

    @Test
    void aRunThatFoundALiveLeaseChangesNothingButTheNumbersOfThoseAfterIt() {
        killed(1, "after_effect");
        ended(2, "worker-2", 11);
        ended(3, "worker-2", 0);

        assertCell(Contract.DEDUP_QUERY, "dedup-query/worker@after_effect?expiry=wait&lease=2s&name.3=worker-2");
        assertThat(record().workers()).isEqualTo(3);
    }

    @Test
    void aBlindRunThatGaveUpIsConcluded() {
        killed(1, "before_send");
        ended(2, 12);

        assertCell(Contract.BLIND, "blind/worker@before_send?expiry=wait&lease=2s");
    }

    @Test
    void runsAfterTheEndAreCountedAsAgain() {
        killed(1, "after_send");
        ended(2, 0);
        ended(3, 0);
        ended(4, 0);

        assertCell(Contract.DEDUP_QUERY, "dedup-query/worker@after_send?again=2&expiry=wait&lease=2s");
    }

    @Test
    void twoKillsAreTwoFaultsInTheirOrder() {
        killed(1, "after_send");
        killed(2, "after_lookup");
        ended(3, 0);

        assertCell(Contract.DEDUP_QUERY, "dedup-query/worker@after_send,worker@after_lookup?expiry=wait&lease=2s");
        assertThat(record().landedFaults()).isEqualTo(2);
    }

    @Test
    void aFaultThatWasNotCarriedOutIsNoPartOfTheCell() {
        spawn(1, "worker-1");
        note("worker-1", EventType.FAULT, Map.of("fault", "worker@after_lookup", "landed", "false"));
        exit(1, 0, false);

        assertCell(Contract.DEDUP_QUERY, "dedup-query/none?expiry=wait&lease=2s");
    }

    @Test
    void aLifeWithoutAnEndIsUnexplained() {
        ended(1, 12);
        spawn(2, "worker-2");

        assertThat(record().unexplained()).contains("worker-2 has no end on record; its run was broken off");
    }

    @Test
    void aLifeThatDiedByAnotherHandIsUnexplained() {
        spawn(1, "worker-1");
        note("worker-1", EventType.REPORTED, Map.of("name", "lease", "generation", "1"));
        exit(1, 137, false);

        assertThat(record().unexplained()).contains("worker-1 ended by itself with exit 137");
    }

    @Test
    void aLifeThatEndedWithoutAClaimChangedNothing() {
        ended(1, 12);
        spawn(2, "worker-2");
        exit(2, 1, false);

        assertThat(record().unexplained()).isEmpty();
    }

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

    @Test
    void whoFindsTheTaskWaitingChangesNothing() {
        waited(1);
        ended(2, "worker-2", 13);
        person(1, Map.of("name", "approved", "new", "true"));
        ended(3, "worker-2", 0);

        assertCell(Contract.DEDUP_QUERY, "dedup-query/none?approve=1&expiry=wait&lease=2s&name.3=worker-2");
    }

    @Test
    void aSubmitterIsNoLifeAndItsEventsAreNotJudged() {
        spawn(0, "submitter");
        exit(0, 0, false);
        ended(1, 0);

        assertThat(record().workers()).isEqualTo(1);
        assertThat(record().judged()).extracting(Event::instance).containsOnly("worker-1");
        assertCell(Contract.DEDUP_QUERY, "dedup-query/none?expiry=wait&lease=2s");
    }

    @Test
    void theRecordIsReadFromBesideTheFileAndMayBeMissing(@TempDir Path directory) throws Exception {
        LabFiles files = new LabFiles(directory.resolve("lab.sqlite"));
        assertThat(LabRecord.read(files).events()).isEmpty();

        Files.createDirectory(files.directory());
        try (EventLog log = EventLog.append(files.place().events())) {
            log.note(EventType.SPAWN, "worker-1", Map.of("owner", "worker-1", "lease_ms", "2000"));
        }
        assertThat(LabRecord.read(files).workers()).isEqualTo(1);
    }

    private LabRecord record() {
        return new LabRecord(List.copyOf(events));
    }

    private void assertCell(Contract contract, String id) {
        assertThat(record().unexplained()).isEmpty();
        assertThat(record().cell(contract).print()).isEqualTo(id);
    }

    private void killed(int worker, String point) {
        spawn(worker, "worker-" + worker);
        exit(worker, 137, true);
        note(
                "worker-" + worker,
                EventType.FAULT,
                Map.of(
                        "fault", "worker@" + point,
                        "pid", "17",
                        "hit", "1",
                        "signal", "KILL",
                        "signalled_at_ns", "5",
                        "exit", "137",
                        "landed", "true",
                        "reason", ""));
    }

    /** It stored its operation and left it to a person. */
    private void waited(int worker) {
        spawn(worker, "worker-" + worker);
        note("worker-" + worker, EventType.REPORTED, Map.of("name", "lease", "generation", "1"));
        exit(worker, 13, false);
    }

    private void person(int number, Map<String, String> told) {
        note("person-" + number, EventType.SPAWN, Map.of("owner", "person", "role", "person", "lease_ms", ""));
        note("person-" + number, EventType.REPORTED, told);
    }

    private void ended(int worker, int code) {
        ended(worker, "worker-" + worker, code);
    }

    private void ended(int worker, String owner, int code) {
        spawn(worker, owner);
        exit(worker, code, false);
    }

    private void spawn(int worker, String owner) {
        note("worker-" + worker, EventType.SPAWN, Map.of("owner", owner, "lease_ms", "2000"));
    }

    private void exit(int worker, int code, boolean byHarness) {
        note(
                "worker-" + worker,
                EventType.EXIT,
                Map.of("code", Integer.toString(code), "by_harness", Boolean.toString(byHarness)));
    }

    private void note(String instance, EventType type, Map<String, String> fields) {
        events.add(new Event(events.size(), type, instance, fields));
    }
}
