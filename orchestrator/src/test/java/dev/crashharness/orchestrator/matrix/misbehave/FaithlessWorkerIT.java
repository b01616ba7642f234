package dev.crashharness.orchestrator.matrix.misbehave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.matrix.Examination;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A worker that breaks the protocol at its kill point. Such a cell is never a pass, and never an accusation either.
 *
 * <pre>
 * harness ── proxy ── worker     the proxy does not wait, does not announce, does not go on, or ends by itself
 * </pre>
 */
@Timeout(120)
class FaithlessWorkerIT extends Misbehaving {
    /** The whole of it is waited for. */
    private static final Duration SHORT = Duration.ofSeconds(40);

    /** An outside kill falls anywhere behind the point then: 8 of 30 such runs had sent bytes. */
    @ParameterizedTest
    @CsvSource({"after_collect, at before_draft", "after_intent, event attempt", "before_send, came after it was parked"
    })
    void aWorkerThatDoesNotWaitHasRunPastThePoint(String point, String sign) throws Exception {
        String cell = "dedup-query/worker@" + point;

        Examination found = run(cell, firstWorkerThat("run-on", point), Misbehaving::untilItRanOn, DEADLINE);

        assertProvesNothing(found, "kill_landed", "worker@" + point + " on worker-1: it ran past the point: ");
        assertThat(found.verdict().message()).contains(sign);
        assertThat(text(logs(found).resolve("misbehaved"))).startsWith("came to ");
    }

    @Test
    void aPointThatIsNotAnnouncedWasNeverReached() throws Exception {
        Examination found = run("blind/worker@after_collect", firstWorkerThat("skip", "after_collect"));

        assertThat(found.history().ending().kind()).isEqualTo(Ending.Kind.FINISHED);
        assertProvesNothing(
                found,
                "point_reached",
                "worker@after_collect (fault 1) was never reached; worker-1 came last to after_release");
    }

    @Test
    void aWorkerThatHangsBeforeThePointEndsAtTheDeadlineAndIsKilled() throws Exception {
        Examination found =
                run("blind/worker@after_collect", firstWorkerThat("hang", "after_collect"), parked -> {}, SHORT);

        assertThat(found.history().ending().kind()).isEqualTo(Ending.Kind.DEADLINE);
        assertThat(found.history().ending().detail())
                .contains("the cell's 40 s were over", "worker-1 at during_collect");
        assertProvesNothing(
                found,
                "point_reached",
                "worker@after_collect (fault 1) was never reached; worker-1 came last to during_collect");
    }

    @ParameterizedTest(name = "exit {0}")
    @ValueSource(ints = {0, 1, 137})
    void aWorkerThatEndsByItselfAtThePointWasNotKilledWhateverItsExit(int exit) throws Exception {
        Examination found = run(
                "dedup-query/worker@after_collect",
                firstWorkerThat("exit:" + exit, "after_collect"),
                parked -> await().atMost(Duration.ofSeconds(20)).until(() -> isGone(parked.pid())),
                DEADLINE);

        assertProvesNothing(
                found,
                "kill_landed",
                "worker@after_collect on worker-1: no SIGKILL was sent: it had ended by itself with exit " + exit
                        + " before the signal");
    }
}
