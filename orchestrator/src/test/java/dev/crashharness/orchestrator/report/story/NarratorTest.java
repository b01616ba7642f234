package dev.crashharness.orchestrator.report.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.FaultOutcome;
import dev.crashharness.orchestrator.evidence.History;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.report.StateWords;
import dev.crashharness.orchestrator.report.story.Moment.Kind;
import dev.crashharness.orchestrator.schedule.Cell;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NarratorTest {
    private static final String PUBLISHER = "role=publisher owner=publisher pid=7 clock_offset_ms=0";

    @Test
    void aKillIsToldFromTheParkingToTheHeirWithWhatWasDurable() {
        List<Moment> moments = tell(Runs.killedAfterEffect().finish());

        assertThat(of(moments, Kind.PARKED).words())
                .isEqualTo("PARKED at after_effect; durable there: the publisher's effect; the receipt is in memory,"
                        + " nothing of it is saved");
        assertThat(of(moments, Kind.KILLED).words()).startsWith("SIGKILL sent to pid");
        assertThat(of(moments, Kind.COPY).words())
                .startsWith("both databases then (after-1/): the store says running, generation 1, steps collect@1")
                .endsWith("the publisher holds 1 effect after 1 publish request");
        assertThat(moments).noneMatch(Moment::odd);
    }

    @Test
    void aTakeoverSaysFromWhomAndWhetherTheLeaseHadRunOut() {
        Cell cell = Cell.parse("dedup-query/worker@after_collect");
        Run run = new Run(cell)
                .spawn()
                .claim()
                .commit("collect")
                .kill("after_collect")
                .spawn();
        run.insert(
                "lease_history",
                "claim-9",
                "generation=2 owner=worker-2 claimed_at_ms=70 expires_at_ms=99 found_owner=worker-1"
                        + " found_expires_at_ms=60 journal_mode=wal synchronous=2");
        run.event(EventType.REPORTED, "name=lease generation=2 owner=worker-2");

        assertThat(of(tell(run.finish()), Kind.TAKEOVER).words())
                .isEqualTo("claimed the task, generation 2, taking over from worker-1, whose lease had run out");
    }

    @Test
    void aStepThatIsCommittedAgainStandsOut() {
        Run run = Runs.clean();
        run.event(EventType.REPORTED, "name=checkpoint step=collect");
        run.event(EventType.REPORTED, "name=checkpoint step=draft");
        run.event(EventType.REPORTED, "name=checkpoint step=collect");

        assertThat(odd(tell(run.finish())))
                .containsExactly("committed step collect as generation 1; AGAIN: generation 1 had committed it");
    }

    @Test
    void anotherOperationThanBeforeStandsOut() {
        Run run = Runs.clean().requestFrame("op-2", "a-2", "forward");

        assertThat(odd(tell(run.finish())))
                .singleElement()
                .asString()
                .endsWith("; ANOTHER operation than before, which was op-1");
    }

    @Test
    void whatAZombieWritesAfterTheTakeoverStandsOut() {
        Run run = Runs.stoppedAfterCollect();
        run.event(EventType.REPORTED, "name=checkpoint step=draft");

        assertThat(odd(tell(run.finish())))
                .anyMatch(words -> words.endsWith(
                        "as generation 1; TOO LATE for generation 1: generation 2 had claimed the task"));
    }

    @Test
    void aCopyThatWasNotPredictedSaysWhatShouldBeThere() {
        Run run = Runs.clean()
                .insertIntoLedger(
                        "effect", "r-9", "operation=op-1 attempt=a-1 receipt=r-9 payload_hash=h-1 generation=1");

        assertThat(odd(tell(run.finish())))
                .singleElement()
                .asString()
                .endsWith(" - NOT as predicted: effects should be 1, receipts should be 1");
    }

    @Test
    void aPublishersCommitIsAnEffectOnlyWhereTheLedgerHasIt() {
        Run run = Runs.clean();
        run.eventOf("publisher-1", EventType.SPAWN, PUBLISHER);
        run.eventOf("publisher-1", EventType.AT, "n=1 hit=1 point=after_commit attempt=a-1");
        run.eventOf("publisher-1", EventType.AT, "n=2 hit=2 point=after_commit attempt=a-2");

        List<Moment> moments = tell(run.finish());

        assertThat(of(moments, Kind.EFFECT).words()).isEqualTo("committed effect r-1 of operation op-1");
        assertThat(moments).anyMatch(moment -> moment.words()
                .equals("committed its transaction, without an effect of this attempt"));
    }

    @Test
    void aRequestGoesToThePublisherThatWasStartedLast() {
        Cell cell = Cell.parse("blind/none");
        Run run =
                new Run(cell).eventOf("publisher-1", EventType.SPAWN, PUBLISHER).spawn();
        run.requestFrame("op-1", "a-1", "forward").eventOf("publisher-2", EventType.SPAWN, PUBLISHER);
        run.replyFrame("a-1", "r-1", "drop");

        List<Moment> moments = tell(run.finish());

        assertThat(of(moments, Kind.REQUEST).towards()).isEqualTo("publisher-1");
        assertThat(of(moments, Kind.REPLY).towards()).isEqualTo("publisher-2");
        assertThat(of(moments, Kind.REPLY).words()).endsWith("receipt r-1; the relay: drop");
    }

    @Test
    void whatTheHarnessItselfSendsIsNotTheWorkersDoing() {
        Run run = Runs.collided();
        run.eventOf("publisher-1", EventType.AT, "n=1 hit=1 point=after_commit attempt=collision");

        List<Moment> moments = tell(run.finish());

        assertThat(of(moments, Kind.REQUEST).instance()).isEqualTo("harness");
        assertThat(of(moments, Kind.EFFECT).instance()).isEqualTo("publisher-1");
        assertThat(moments)
                .anyMatch(moment -> moment.instance().equals("worker-1")
                        && moment.words().endsWith("; its content is h-1, that of the first was h-2"));
    }

    @Test
    void ofALedgerAloneOnlyTheLedgerIsCompared() {
        Run run = Runs.publisherKilledAfterCommit();
        run.insertIntoLedger("effect", "r-9", "operation=op-1 attempt=a-1 receipt=r-9 payload_hash=h-1 generation=1");
        run.copyOfLedger("after-1");

        assertThat(of(tell(Runs.publisherKilledAfterCommit().finish()), Kind.COPY)
                        .odd())
                .isFalse();
        assertThat(CopyWords.instead(
                        run.finish().history().snapshots().get(1),
                        StateWords.of(run.finish().history().snapshots().get(1)),
                        Outlook.of("dedup-query/publisher@after_commit").at("after-1")))
                .isEqualTo(" - NOT as predicted: effects should be 1, receipts should be 1");
    }

    @Test
    void aFaultThatDidNotLandIsToldAtTheEnd() {
        Run run = Runs.clean().outcome(new FaultOutcome("worker@x", "", 0, 0, "", 0, -1, false, "nobody came"));

        Moment last = last(tell(run.finish()));

        assertThat(last.words()).isEqualTo("could not carry out worker@x: nobody came");
        assertThat(last.odd()).isTrue();
    }

    @Test
    void whatAChildSaysCannotSteerATerminal() {
        Run run = Runs.clean().eventOf("worker-1", EventType.REPORTED, "name=error text=\u001b[2Jgone");

        assertThat(tell(run.finish())).anyMatch(moment -> moment.words().equals("error: \\u001b[2Jgone"));
    }

    /** A worker of its own schema may publish as many things as it likes, and its words are its own. */
    @Test
    void anOwnSchemaIsNotJudgedByTheModelsWords() {
        Run run = Runs.killedAfterEffect()
                .requestFrame("op-2", "a-2", "forward")
                .requestFrame("op-3", "a-3", "forward")
                .event(EventType.REPORTED, "name=receipt text=mine")
                .exit(0, false);
        run.eventOf("watcher-1", EventType.REPORTED, "name=rows met=true");
        History made = run.finish().history();

        List<Moment> moments = Narrator.tell(new History(
                "dedup-query/worker@after_effect",
                made.events(),
                made.faults(),
                List.of(),
                made.ending(),
                false,
                List.of()));

        assertThat(odd(moments)).isEmpty();
        assertThat(of(moments, Kind.PARKED).words()).isEqualTo("PARKED at after_effect");
        assertThat(moments)
                .extracting(Moment::words)
                .contains("said: receipt (text=mine)", "ended with exit 0", "saw the target's condition for done met")
                .noneMatch(words -> words.contains("its content is"));
    }

    @Test
    void whatWasLeftOutStandsOut() {
        Run run = Runs.clean().event(EventType.LEFT_OUT, "of=reported count=9");

        assertThat(odd(tell(run.finish())))
                .containsExactly("caused 9 more events 'reported' up to here, which were left out");
    }

    private static List<Moment> tell(Trial trial) {
        History made = trial.history();
        return Narrator.tell(
                new History(trial.cell().print(), made.events(), made.faults(), made.snapshots(), made.ending()));
    }

    private static Moment of(List<Moment> moments, Kind kind) {
        return moments.stream()
                .filter(moment -> moment.kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    private static List<String> odd(List<Moment> moments) {
        return moments.stream().filter(Moment::odd).map(Moment::words).toList();
    }

    private static Moment last(List<Moment> moments) {
        return moments.get(moments.size() - 1);
    }
}
