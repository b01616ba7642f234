package dev.crashharness.orchestrator.judge.kill;

import static dev.crashharness.orchestrator.judge.fixture.Cells.dedupQuery;
import static dev.crashharness.orchestrator.judge.fixture.Cells.wire;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.fixture.Answers;
import dev.crashharness.orchestrator.judge.fixture.Run;
import dev.crashharness.orchestrator.schedule.Action;
import dev.crashharness.orchestrator.schedule.Point;
import org.junit.jupiter.api.Test;

/** The proof of a stop that fell on a sender and not on somebody who stood at a point. */
class StoppedOverAFrameTest {
    private static final Check LANDED = new KillLanded();

    /** It may have been on its way to after_send: what is answered there resumes nobody. */
    @Test
    void aSenderThatWasStoppedOverItsFrameIsResumedByTheSignalOnly() {
        Run stopped =
                new Run(dedupQuery(wire(Point.REQUEST, Action.PAUSE))).spawn().claim();
        stopped.requestFrame("op-1", "a-1", "hold")
                .stop("request")
                .at("after_send")
                .event(EventType.GO, "n=4");

        assertThat(Answers.of(LANDED, stopped.finish())).contains("it was never resumed");
        assertThat(Answers.of(LANDED, stopped.resume(1).finish())).startsWith("held: ");
    }
}
