package dev.crashharness.orchestrator.matrix.misbehave;

import dev.crashharness.orchestrator.matrix.Examination;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A publisher that announces its point and does not wait there. Whoever is killed meanwhile, it was not killed while the
 * publisher stood.
 *
 * <pre>
 * worker-1 ── request ──> publisher-1 ── before_commit ── commits, replies
 *    └─ SIGKILL, when that has come to its next point
 * </pre>
 */
@Timeout(120)
class FaithlessPublisherIT extends Misbehaving {
    @Test
    void aWorkerThatDiesWhileThePublisherRunsOnHasNotDiedAtItsPoint() throws Exception {
        Examination found = run(
                "dedup-query/publisher@before_commit=kill:worker",
                publisherThat("run-on", "before_commit"),
                Misbehaving::untilItRanOn,
                DEADLINE);

        assertProvesNothing(
                found,
                "kill_landed",
                "publisher@before_commit=kill:worker on worker-1: publisher-1 ran past the point: ");
    }

    @Test
    void aWorkerThatDiesWhileThePublisherStandsHas() throws Exception {
        assertPassed(run("dedup-query/publisher@before_commit=kill:worker", right()));
    }
}
