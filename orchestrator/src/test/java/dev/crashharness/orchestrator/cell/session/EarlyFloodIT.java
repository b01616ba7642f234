package dev.crashharness.orchestrator.cell.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Who announces and announces before the publisher listens, and waits for no answer.
 *
 * <pre>
 * worker-1    ── at 1 .. at 65 ── go 65 ── file
 * publisher-1 ─────────────────────────────┴─ starts, listens
 * </pre>
 */
class EarlyFloodIT extends Scripted {
    private static final String FLOOD = WORKER.substring(0, WORKER.indexOf("; echo at 1"))
            + "; for n in $(seq 65); do echo at $n before_send >&3; done"
            + "; read -r go <&3; : >$CRASH_HARNESS_CELL_DIR/answered";

    /** A list grew as long as the publisher took to start. */
    @Test
    void whatIsAnnouncedEarlyIsNotRememberedWithoutEnd() throws Exception {
        try (Session session = session("blind/none", List.of("/bin/bash", "-c", FLOOD), Hold.NOT, NO_COPY)) {
            session.startPublisher();

            assertThat(session.live(first())).isInstanceOf(LifeEnd.Exited.class);
            assertThat(session.rest()).isTrue();
        }
    }

    /** It does not start before the worker has had an answer. */
    @Override
    List<String> beforePublisher() {
        String waits = "until [ -e \"$CRASH_HARNESS_CELL_DIR/answered\" ]; do sleep 0.05; done; exec \"$0\" \"$@\"";
        return List.of("/usr/bin/env", "CRASH_HARNESS_WIRE=lines", "/bin/bash", "-c", waits);
    }
}
