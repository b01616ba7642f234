package dev.crashharness.orchestrator.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cell.session.LifeEnd;
import java.util.List;
import org.junit.jupiter.api.Test;

class TogetherTest {
    private static final LifeEnd DONE = exited("worker-1", 0);
    private static final LifeEnd LEASE_LOST = exited("worker-1", 10);
    private static final LifeEnd LEASE_LIVE = exited("worker-2", 11);
    private static final LifeEnd FAILED = exited("worker-2", 1);
    private static final LifeEnd KILLED = new LifeEnd.Killed();
    private static final LifeEnd OVERDUE = new LifeEnd.Overdue("after_lease", 0);

    @Test
    void allButOneFindTheLeaseLiveAndThatOneGoesOn() {
        assertThat(decisive(LEASE_LIVE, DONE)).isEqualTo(DONE);
        assertThat(decisive(LEASE_LIVE, LEASE_LIVE)).isEqualTo(LEASE_LIVE);
        assertThat(decisive(LEASE_LOST, DONE)).isEqualTo(LEASE_LOST);
    }

    @Test
    void whoFailsIsToldWhereverItStandsAndWhateverTheOthersCameTo() {
        assertThat(decisive(LEASE_LOST, FAILED)).isEqualTo(FAILED);
        assertThat(decisive(DONE, FAILED)).isEqualTo(FAILED);
        assertThat(decisive(KILLED, OVERDUE, FAILED)).isEqualTo(FAILED);
    }

    @Test
    void whoIsStillThereWhenTheTimeIsOverEndsTheCell() {
        assertThat(decisive(DONE, OVERDUE)).isEqualTo(OVERDUE);
        assertThat(decisive(KILLED, OVERDUE)).isEqualTo(OVERDUE);
    }

    @Test
    void whoWasKilledOrStoppedNeedsASuccessorAlthoughAnotherIsDone() {
        assertThat(decisive(DONE, KILLED)).isEqualTo(KILLED);
        assertThat(decisive(DONE, new LifeEnd.Paused())).isEqualTo(new LifeEnd.Paused());
    }

    private static LifeEnd decisive(LifeEnd... ends) {
        return Together.decisive(List.of(ends), TogetherTest::isOrderly);
    }

    private static boolean isOrderly(LifeEnd.Exited end) {
        return List.of(0, 10, 11).contains(end.code());
    }

    private static LifeEnd exited(String instance, int code) {
        return new LifeEnd.Exited(instance, code, 0, "");
    }
}
