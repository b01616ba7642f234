package dev.crashharness.orchestrator.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.publisher.protocol.Contract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hand-written events of a person's runs, and the cell that they amount to. */
final class LabRecordTest extends LabEvents {
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

    /** A cell has carried its faults out before a life of it comes to an end: it would predict something else. */
    @Test
    void aFaultAfterALifeThatHadEndedIsInNoSchedule() {
        killed(1, "after_effect");
        ended(2, 12);
        killed(3, "after_lease");
        ended(4, 12);

        assertThat(record().unexplained()).hasValueSatisfying(why -> assertThat(why)
                .isEqualTo("worker-3 was killed (worker@after_lease) after a life that had ended by itself, and no"
                        + " schedule can hold a fault after a life that had ended"));
    }

    @Test
    void aFaultAfterASuccessIsInNoScheduleEvenIfItClaimedNothing() {
        ended(1, 0);
        killed(2, "before_lease");

        assertThat(record().unexplained())
                .hasValueSatisfying(why -> assertThat(why).contains("no schedule can hold a fault after"));
    }

    @Test
    void moreClaimsAfterAnEndThanASettingHoldsAreSaid() {
        for (int worker = 1; worker <= 10; worker++) {
            gaveUp(worker);
        }
        assertCell(Contract.BLIND, "blind/none?again=9&expiry=wait&lease=2s");

        gaveUp(11);

        assertThat(record().unexplained())
                .contains(
                        "10 more runs have claimed the task and come to an end again, and a schedule holds at most 9");
    }

    private void gaveUp(int worker) {
        spawn(worker, "worker-" + worker);
        note("worker-" + worker, EventType.REPORTED, Map.of("name", "lease", "generation", "" + worker));
        exit(worker, 12, false);
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

    /** Each run has counted from 0; the third one's was not carried out. */
    @Test
    void aParkingBearsTheNumberOfItsFaultAmongThoseThatLanded() {
        parked(1);
        killed(1, "after_collect");
        parked(2);
        parked(3);
        killed(3, "after_draft");

        assertThat(record().judged().stream()
                        .filter(event -> event.type() == EventType.PARKED)
                        .map(event -> event.instance() + " " + event.get("fault")))
                .containsExactly("worker-1 0", "worker-2 ", "worker-3 1");
    }

    private void parked(int worker) {
        note("worker-" + worker, EventType.PARKED, Map.of("point", "after_collect", "hit", "1", "fault", "0"));
    }
}
