package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.judge.check.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Somebody else stops a worker while it is parked; the harness lets it go on and it does not.
 *
 * <pre>
 * worker-1 ── after_collect, parked ── SIGSTOP of a stranger ── go ── ... nothing, until the deadline
 * </pre>
 */
@Timeout(120)
class InterferenceIT extends CellFixture {
    /** Long enough for a JVM to start on a busy machine, for the whole of it is waited for. */
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    @Test
    void aWorkerThatAStrangerStopsIsNamedAndProvesNothing() throws Exception {
        Examination found = dry("blind/worker@after_collect", parked -> stop(parked.pid()), DEADLINE);

        Ending ending = found.history().ending();
        assertThat(ending.kind()).isEqualTo(Ending.Kind.INTERFERED);
        assertThat(ending.detail()).contains("at after_collect").containsPattern("somebody else had stopped pid \\d+");
        assertThat(found.verdict().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    private static void stop(long pid) throws InterruptedException {
        try {
            assertThat(new ProcessBuilder("kill", "-STOP", Long.toString(pid))
                            .start()
                            .waitFor())
                    .isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
