package dev.crashharness.orchestrator.judge.kill.pace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.kill.SettingsEffective;
import dev.crashharness.orchestrator.schedule.Cell;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A person looks at a parked process for longer than a worker waits, or than the publisher remembers. */
class HeldTooLongTest {
    private static final Check SETTINGS = new SettingsEffective();

    @Test
    void aPublisherThatStoodLongerThanItsClientWaitsProvesNothing() {
        assertThat(Answers.of(SETTINGS, publisherStands(11_000).finish()))
                .isEqualTo(
                        "broken: publisher-1 stood at after_commit for 11000 ms before it was killed, and worker-1, which"
                                + " had asked it, waits for 10000 ms; run it again and let it go on sooner, or with a longer"
                                + " timeout=");
        assertThat(Answers.of(SETTINGS, publisherStands(9_900).finish())).startsWith("held: ");
    }

    private static Run publisherStands(long ms) {
        Run run = new Run(Cell.parse("dedup-window:24h/publisher@after_commit"))
                .spawn()
                .claim();
        run.attempt().requestFrame("op-1", "a-1", "forward");
        run.eventOf("publisher-1", EventType.AT, "n=1 hit=1 point=after_commit");
        run.eventOf("publisher-1", EventType.PARKED, "hit=1 point=after_commit fault=0");
        waitMs(run, ms).eventOf("publisher-1", EventType.SIGNAL, "signal=KILL fault=0");
        return run.replyFrame("a-2", "r-1", "forward");
    }

    /** Whoever asked is killed itself, and may have gone on meanwhile. */
    @Test
    void theSameWhereTheOneWhoAskedIsKilled() {
        Run run = new Run(Cell.parse("dedup-window:24h/publisher@after_commit=kill:worker"))
                .spawn()
                .claim();
        run.attempt().requestFrame("op-1", "a-1", "forward");
        run.eventOf("publisher-1", EventType.AT, "n=1 hit=1 point=after_commit");
        run.eventOf("publisher-1", EventType.PARKED, "hit=1 point=after_commit fault=0");

        assertThat(Answers.of(SETTINGS, waitMs(run, 11_000).killed(1).finish()))
                .startsWith("broken: publisher-1 stood at after_commit for 11000 ms before worker-1 was killed");
    }

    /** It waits for nobody. */
    @Test
    void aWorkerMayStandAsLongAsTheWindowLasts() {
        assertThat(Answers.of(SETTINGS, workerStands("10m", 100_000).finish())).startsWith("held: ");
        assertThat(Answers.of(SETTINGS, workerStands("24h", 600_000).finish())).startsWith("held: ");
        assertThat(Answers.of(SETTINGS, workerStands("10m", 540_000).finish()))
                .isEqualTo(
                        "broken: the cell went on for 540000 ms after its first try, and the window of 10m, which was to be"
                                + " open at a resend, may have closed meanwhile; run it again and let it go on sooner, or with a"
                                + " longer window");
    }

    @Test
    void beforeTheFirstTryNoWindowHasBegun() {
        Run run = new Run(Cell.parse("dedup-window:10m/worker@after_collect"))
                .spawn()
                .claim()
                .commit("collect");
        run.at("after_collect").park("after_collect");
        waitMs(run, 540_000).killed(1).spawn().claim();

        assertThat(Answers.of(SETTINGS, run.at("before_send").send().finish())).startsWith("held: ");
    }

    @Test
    void whereNothingIsForgottenNoWindowCloses() {
        assertThat(Answers.of(SETTINGS, workerStands("dedup-query", "", 540_000).finish()))
                .startsWith("held: ");
    }

    /** It was closed by the gap, and stays closed. */
    @Test
    void aWindowThatIsToBeClosedIsNotOpenedByTime() {
        assertThat(Answers.of(
                        SETTINGS,
                        workerStands("dedup-window:10m", "?gap=10m", 540_000).finish()))
                .startsWith("held: ");
    }

    private static Run workerStands(String window, long ms) {
        return workerStands("dedup-window:" + window, "", ms);
    }

    private static Run workerStands(String contract, String settings, long ms) {
        Run run = new Run(Cell.parse(contract + "/worker@before_send" + settings))
                .spawn()
                .claim();
        run.prepare().attempt().at("before_send").park("before_send");
        return waitMs(run, ms).killed(1).spawn().claim();
    }

    private static Run waitMs(Run run, long ms) {
        return run.passes(Duration.ofMillis(ms).toNanos());
    }
}
