package dev.crashharness.orchestrator.judge.kill.pace;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Ending.Kind;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.Judge;
import dev.crashharness.orchestrator.judge.Judgement;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.kill.SettingsEffective;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A harness that was stopped itself finds the time of its cell over when it goes on. */
class StandstillTest {
    @Test
    void workThatHadNoTimeIsNotAccusedOfHanging() {
        Judgement judgement = new Judge().judge(late(120_000, 119_000).close());

        assertThat(judgement.verdict()).as(judgement.message()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.firstBroken()).contains("settings_effective");
        assertThat(judgement.message())
                .startsWith("the cell's time was over after 120000 ms, in which the machine stood still for 119000 ms;"
                        + " run it again when nothing stops or freezes it, with fewer --jobs if it is only slow");
    }

    @Test
    void workThatHadMoreThanHalfOfItIs() {
        Judgement judgement = new Judge().judge(late(60_000, 29_000).close());

        assertThat(judgement.verdict()).as(judgement.message()).isEqualTo(Verdict.VIOLATION);
        assertThat(judgement.firstBroken()).contains("work_completes");
    }

    @Test
    void workThatEndedIsNoObjectionHoweverLong() {
        Run run = late(60_000, 50_000).ending(Kind.FINISHED, "");

        assertThat(Answers.of(new SettingsEffective(), run.close())).startsWith("held: ");
    }

    @Test
    void aTargetWithoutAModelHasTheSameRight() {
        assertThat(Answers.of(new SettingsEffective(), late(120_000, 119_000).closeWithoutModel()))
                .startsWith("broken: the cell's time was over");
    }

    private static Run late(long afterMs, long pauseMs) {
        Run run = new Run(dedupQuery()).spawn().claim();
        run.passes(Duration.ofMillis(afterMs).toNanos()).ending(Kind.DEADLINE, "the cell's 60 s were over");
        run.copy("final");
        return run.eventOf("harness", EventType.COPY, "label=later pause_ms=" + pauseMs);
    }
}
