package dev.crashharness.orchestrator.cell.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.process.kernel.ProcessStat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A worker behind a program that waits for it, as {@code uv run}, {@code npm run} and a script without {@code exec} are.
 *
 * <pre>
 * launched:  wrapper ── waits ──────────────> its exit code
 *                └── worker ── at before_send ... stopped ... resumed ── exit 0
 * </pre>
 */
class WrappedPauseIT extends Scripted {
    private static final String UNTIL = "until [ -e $CRASH_HARNESS_CELL_DIR/%s ]; do sleep 0.02; done";

    @Test
    void theWorkerStandsAndNotOnlyWhatWaitsForIt() throws Exception {
        try (Session session = wrapped("/bin/bash -c \"$0\"; exit $?")) {
            assertThat(session.live(first())).isInstanceOf(LifeEnd.Paused.class);

            assertThat(ProcessStat.read(heard()).orElseThrow().state()).isEqualTo('T');
            assertThat(outcome(session).landed()).as(outcome(session).reason()).isTrue();
            assertThat(outcome(session).pid()).as("the wrapper's").isNotEqualTo(heard());
            assertThat(session.resume()).isEqualTo(new LifeEnd.Exited("worker-1", 0, 0, ""));
        }
    }

    /** A stop of what cannot be reached has not landed, and nobody may take its worker for a zombie. */
    @Test
    void aWorkerThatHasLeftTheFamilyIsNotStopped() throws Exception {
        // It begins when setsid has ended, whose child it is until then.
        String left = UNTIL.formatted("left") + "; $0; touch $CRASH_HARNESS_CELL_DIR/done";
        try (Session session = wrapped("setsid -f /bin/bash -c \"" + left + "\"; touch $CRASH_HARNESS_CELL_DIR/left; "
                + UNTIL.formatted("done"))) {
            assertThat(session.live(first())).isEqualTo(new LifeEnd.Exited("worker-1", 0, 0, ""));

            assertThat(outcome(session).landed()).isFalse();
            assertThat(outcome(session).reason()).contains("by its hello it is pid " + heard(), "exec");
        }
    }

    private Session wrapped(String wrapper) throws Exception {
        return session(
                "blind/worker@before_send=pause", List.of("/bin/bash", "-c", wrapper, WORKER), Hold.NOT, NO_COPY);
    }

    private long heard() {
        return Long.parseLong(noted(EventType.HELLO, "pid"));
    }
}
