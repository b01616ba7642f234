package dev.crashharness.orchestrator.judge.lease;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.leased;
import static dev.crashharness.orchestrator.judge.fixture.Cells.worker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.judge.fixture.Runs;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.Point;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a worker begins after it knows. */
class LostLeaseStopsWorkTest {
    private static final Check CHECK = new LostLeaseStopsWork();
    private static final Cell STOPPED =
            leased(dedupQuery(worker(Point.AFTER_COLLECT, Action.PAUSE)), Duration.ofSeconds(3));

    private static String examine(Run run) {
        return Answers.of(CHECK, run.finish());
    }

    private static Run asleepFor(Duration time) {
        Run run = new Run(STOPPED).spawn().claim().commit("collect").stop("after_collect");
        return run.spawn().claim().passes(time.toNanos()).resume(1);
    }

    @Test
    void aWorkerThatStopsAtItsFirstRefusalIsHeld() {
        assertThat(examine(Runs.stoppedAfterCollect()
                        .at("before_draft")
                        .refused("checkpoint", "draft")
                        .loses()))
                .isEqualTo("held: nothing was started after a loss (2 on record, 2 writes refused)");
        assertThat(examine(Runs.clean())).isEqualTo("not_exercised: nobody learned of a loss");
    }

    @Test
    void aStepOrAnAttemptAfterTheReportIsCaught() {
        Run reported = Runs.stoppedAfterCollect().event(EventType.REPORTED, "name=lease_lost");

        assertThat(examine(reported.at("before_draft")))
                .isEqualTo("broken: worker-1 reported its loss, and still came to before_draft");
        assertThat(examine(Runs.stoppedAfterCollect()
                        .event(EventType.REPORTED, "name=lease_lost")
                        .at("before_send")))
                .startsWith("broken: ");
    }

    @Test
    void anotherWorkersStepsAreNoneOfItsOwn() {
        assertThat(examine(Runs.stoppedAfterCollect()
                        .event(EventType.REPORTED, "name=lease_lost")
                        .as(2)
                        .at("before_draft")))
                .startsWith("held: ");
    }

    /** A heartbeat and a step may be refused at the same time, and the release is tried. */
    @Test
    void oneWriteAndOneRenewalAndTheReleaseMayBeRefused() {
        assertThat(examine(Runs.stoppedAfterCollect()
                        .refused("renew", "until-9")
                        .refused("checkpoint", "draft")
                        .loses()))
                .startsWith("held: ");
    }

    @Test
    void aSecondRefusedWriteShowsThatTheFirstWasIgnored() {
        assertThat(examine(Runs.stoppedAfterCollect()
                        .refused("checkpoint", "draft")
                        .refused("checkpoint", "verify")))
                .isEqualTo(
                        "broken: generation 1 (worker-1) was refused before, and still tried checkpoint verify; it found"
                                + " generation 2");
        assertThat(examine(
                        Runs.stoppedAfterCollect().refused("renew", "until-1").refused("renew", "until-2")))
                .contains("still tried renew");
    }

    @Test
    void aStepAfterACopyThatShowsTheRefusalIsCaught() {
        Run refused = Runs.stoppedAfterCollect().refused("renew", "until-9").copy("after-2");

        assertThat(examine(refused.at("before_draft")))
                .isEqualTo("broken: worker-1 was refused its renew, and still came to before_draft");
    }

    @Test
    void aWorkerThatSleptThroughItsLeaseCannotButKnow() {
        assertThat(examine(asleepFor(Duration.ofSeconds(3)).at("before_draft")))
                .isEqualTo("broken: worker-1 had been stopped for a whole lease, and still came to before_draft");
        assertThat(examine(asleepFor(Duration.ofSeconds(3)).at("after_release")))
                .startsWith("held: ");
        assertThat(examine(asleepFor(Duration.ofSeconds(2)).at("before_draft"))).startsWith("not_exercised: ");
    }

    @Test
    void aWorkerThatHadNoLeaseYetLosesNone() {
        Run unclaimed = new Run(STOPPED)
                .spawn()
                .stop("before_lease")
                .passes(Duration.ofSeconds(9).toNanos());

        assertThat(examine(unclaimed.resume(1).claim().at("before_collect"))).startsWith("not_exercised: ");
    }
}
