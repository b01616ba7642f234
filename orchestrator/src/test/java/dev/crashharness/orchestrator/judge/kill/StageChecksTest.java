package dev.crashharness.orchestrator.judge.kill;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.gap;
import static dev.crashharness.orchestrator.judge.fixture.Cells.journal;
import static dev.crashharness.orchestrator.judge.fixture.Cells.kill;
import static dev.crashharness.orchestrator.judge.fixture.Cells.named;
import static dev.crashharness.orchestrator.judge.fixture.Cells.skewed;
import static dev.crashharness.orchestrator.judge.fixture.Cells.waiting;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static dev.crashharness.orchestrator.judge.fixture.Cells.workers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Ending.Kind;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Journal;
import dev.crashharness.orchestrator.schedule.Point;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whether the stage was set as told, was left empty, and the evidence is whole. */
class StageChecksTest {
    private static final Check SETTINGS = new SettingsEffective();
    private static final Check INTACT = new DatabasesIntact();

    @Test
    void settingsShowInTheEvidence() {
        assertThat(Answers.of(SETTINGS, Runs.killedAfterCollect().finish()))
                .isEqualTo(
                        "held: 2 workers and 2 claims are as the cell sets them; a lease of 1m is renewed every 20000 ms");
    }

    @Test
    void aClaimByAnotherNameIsNotTheCell() {
        String row = "generation=2 owner=worker-1 claimed_at_ms=0 expires_at_ms=60000 journal_mode=wal synchronous=2";
        Run run = new Run(named(dedupQuery(), 1, "ann")).spawn().claim().insert("lease_history", "other", row);

        assertThat(Answers.of(SETTINGS, run.finish())).startsWith("broken: claim of generation 2: owner worker-1");
    }

    @Test
    void aLeaseOfAnotherLengthIsNotTheCell() {
        assertThat(Answers.of(
                        SETTINGS,
                        new Run(dedupQuery()).spawn().claimRow(1, 2_000, "wal").finish()))
                .isEqualTo("broken: claim of generation 1 lease in ms: expected [60000], found 2000");
    }

    @Test
    void anotherJournalModeIsNotTheCell() {
        assertThat(Answers.of(
                        SETTINGS,
                        new Run(dedupQuery())
                                .spawn()
                                .claimRow(1, 60_000, "delete")
                                .finish()))
                .endsWith("journal_mode: expected wal, found delete");
    }

    @Test
    void anotherClockOffsetIsNotTheCell() {
        Run run = new Run(waiting(dedupQuery()));
        run.eventOf("worker-2", EventType.SPAWN, "owner=worker-2 clock_offset_ms=60000");

        assertThat(Answers.of(SETTINGS, run.finish())).endsWith("clock_offset_ms: expected 0, found 60000");
    }

    @Test
    void nothingSurvivesACell() {
        Check check = new NothingSurvives();

        assertThat(Answers.of(check, Runs.clean().finish())).startsWith("held: ");
        assertThat(Answers.of(
                        check, Runs.clean().event(EventType.SURVIVOR, "pid=7").finish()))
                .startsWith("broken: outlived its parent: worker-1 left pid 7; whoever starts others ends them");
        assertThat(Answers.of(
                        check,
                        Runs.clean().ending(Kind.DEADLINE, "late", "worker-9").finish()))
                .contains("outlived its parent: worker-9; ");
    }

    @Test
    void databasesAreReadWholeInEachCopy() {
        assertThat(Answers.of(INTACT, Runs.killedAfterCollect().finish()))
                .isEqualTo("held: both databases are whole in all 2 copies");
    }

    /** A copy of a file that is being written is torn, whoever wrote it. */
    @Test
    void damageInACopyThatWasTakenBesideALivingProcessAccusesNobody() {
        Run run = Runs.clean().ending(Kind.HARNESS_FAILED, "its death was not seen", "publisher-1 left pid 7");

        assertThat(Answers.of(INTACT, run.damagedCopy("final").close()))
                .startsWith("error: ")
                .endsWith("a process that was not dead may have written meanwhile: publisher-1 left pid 7");
    }

    @Test
    void damageIsTheTargets() {
        assertThat(Answers.of(INTACT, Runs.clean().damagedCopy("final").close()))
                .isEqualTo("broken: final, worker store: row 3 missing from index");
    }

    @Test
    void aMissingCopyIsTheHarnesss() {
        assertThat(Answers.of(INTACT, Runs.clean().close())).isEqualTo("error: no copy was taken: final");
        FaultOutcome landed = new FaultOutcome("worker@after_collect", "worker-1", 100, 1, "KILL", 9, 137, true, "");

        assertThat(Answers.of(
                        INTACT,
                        Runs.clean(dedupQuery(kill(Point.AFTER_COLLECT)))
                                .outcome(landed)
                                .finish()))
                .isEqualTo("error: no copy was taken: after-1");
    }

    @Test
    void afterADropNoCopyIsAskedFor() {
        assertThat(Answers.of(INTACT, Runs.droppedReply().finish())).startsWith("held: ");
    }

    @Test
    void theJournalOfTheCellIsExpected() {
        Cell rollback = journal(dedupQuery(), Journal.DELETE);

        assertThat(Answers.of(SETTINGS, new Run(rollback).spawn().claim().finish()))
                .startsWith("held: ");
        assertThat(Answers.of(
                        SETTINGS,
                        new Run(rollback).spawn().claimRow(1, 60_000, "wal").finish()))
                .endsWith("journal_mode: expected delete, found wal");
    }

    @Test
    void clocksMoveOnAtEachTakeoverAndThoseThatStartTogetherShareOne() {
        assertThat(Answers.of(SETTINGS, Runs.tooLateToSend().finish())).startsWith("held: ");
        assertThat(Answers.of(SETTINGS, Runs.threeAtOnce().finish())).startsWith("held: ");
        Run early = new Run(skewed(workers(dedupQuery(), 2), 2, Duration.ofSeconds(60)));

        early.eventOf("worker-2", EventType.SPAWN, "owner=worker-2 clock_offset_ms=0");
        assertThat(Answers.of(SETTINGS, early.finish())).endsWith("clock_offset_ms: expected 60000, found 0");
    }

    @Test
    void aGapThatWasNotMadeIsNotTheCell() {
        Run kept = new Run(gap(dedupQuery(kill(Point.AFTER_COLLECT)), Duration.ofHours(1)))
                .spawn()
                .claim()
                .commit("collect")
                .kill("after_collect");
        kept.eventOf("worker-2", EventType.SPAWN, "owner=worker-2 clock_offset_ms=60000");

        assertThat(Answers.of(SETTINGS, kept.finish())).endsWith("expected 3660000, found 60000");
    }

    @Test
    void aWorkerThatWasStoppedBeforeItsClaimMayClaimLate() {
        Run late = new Run(dedupQuery(worker(Point.BEFORE_LEASE, Action.PAUSE)))
                .spawn()
                .stop("before_lease");

        assertThat(Answers.of(
                        SETTINGS,
                        late.spawn().claim().giveUp().resume(1).claim().finish()))
                .isEqualTo(
                        "held: 2 workers and 2 claims are as the cell sets them; a lease of 1m is renewed every 20000 ms");
    }

    @Test
    void afterAPublishersDeathTheLedgerAloneIsEnough() {
        assertThat(Answers.of(INTACT, Runs.publisherKilledAfterCommit().finish()))
                .isEqualTo("held: both databases are whole in all 2 copies");
    }

    @Test
    void afterAWorkersDeathOrStopTheStoreIsNeededToo() {
        Run stopped = new Run(dedupQuery(worker(Point.AFTER_LEASE, Action.PAUSE)))
                .spawn()
                .claim()
                .outcome(new FaultOutcome("worker@after_lease=pause", "worker-1", 100, 1, "STOP", 9, -1, true, ""));

        assertThat(Answers.of(INTACT, stopped.copyOfLedger("after-1").finish()))
                .isEqualTo("error: no copy was taken: after-1 (worker store)");
        assertThat(Answers.of(INTACT, Runs.clean().copyOfLedger("final").close()))
                .isEqualTo("error: no copy was taken: final (worker store)");
    }
}
