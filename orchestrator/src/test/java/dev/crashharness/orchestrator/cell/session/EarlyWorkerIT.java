package dev.crashharness.orchestrator.cell.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.EventType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A worker that is up long before its publisher, as on a machine where one of two JVMs happens to start late.
 *
 * <pre>
 * publisher-1 ── starts ───────────────────── listens
 * worker-1    ── before_send, unanswered ────────┴─ parked, killed
 * </pre>
 */
class EarlyWorkerIT extends Scripted {
    /** The start of a publisher counted as a slow reply, and a disk was filled before there was a ledger. */
    @Test
    void whoIsParkedStandsBeforeAPublisherThatListens() throws Exception {
        List<EventType> before = new ArrayList<>();
        try (Session session = session(
                "blind/worker@before_send",
                List.of("/bin/bash", "-c", WORKER),
                parked -> before.addAll(types()),
                NO_COPY)) {
            session.startPublisher();

            assertThat(session.live(first())).isEqualTo(new LifeEnd.Killed());

            assertThat(before)
                    .containsSubsequence(EventType.HELLO, EventType.LISTENING, EventType.AT, EventType.PARKED);
            assertThat(outcome(session).landed()).isTrue();
        }
    }
}
