package dev.crashharness.orchestrator.cell.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.cell.stage.WorkerSpec;
import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.text.Payload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Workers that start at once, of a program that claims without asking anybody. */
class ContendersIT extends Scripted {
    /** A lease that ran out while its holder stood looks the same: the second one to come stands beside the first. */
    @Test
    void twoWhoComeToTheSamePointAreBothLetGo() throws Exception {
        try (Session session = session("blind/none?workers=2", List.of("/bin/bash", "-c", WORKER), Hold.NOT, NO_COPY)) {
            List<LifeEnd> ends = session.liveTogether(
                    List.of(first(), WorkerSpec.running(2, "worker-2", Duration.ZERO)), Optional.of(Point.BEFORE_SEND));

            assertThat(ends)
                    .containsExactlyInAnyOrder(
                            new LifeEnd.Exited("worker-1", 0, 0, ""), new LifeEnd.Exited("worker-2", 0, 0, ""));
        }
    }

    @Test
    void whatAWorkerIsToldIsOnRecord() throws Exception {
        WorkerSpec worker = new WorkerSpec(1, "worker-1", Duration.ZERO, Optional.of("a secret"));
        try (Session session = session("blind/none", List.of("/bin/bash", "-c", WORKER), Hold.NOT, NO_COPY)) {
            session.live(worker);

            assertThat(noted(EventType.SPAWN, "timeout_ms")).isEqualTo("10000");
            assertThat(noted(EventType.SPAWN, "payload_hash")).isEqualTo(Payload.hash("a secret"));
        }
    }
}
