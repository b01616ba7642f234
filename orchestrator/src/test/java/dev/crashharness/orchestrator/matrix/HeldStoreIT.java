package dev.crashharness.orchestrator.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The store's write lock in somebody else's hands: its holder was once turned away at the door, and every cell passed. */
@Timeout(60)
class HeldStoreIT extends CellFixture {
    @Test
    void theWorkerWaitsForAsLongAsAnotherProcessHoldsTheLock() throws Exception {
        Examination found = pass("dedup-query/worker@before_collect=hold_store:1s");

        assertThat(end(found)).isEqualTo("succeeded g1 e1");
        Event held = first(found, "intruder-1", "holding");
        Event saved = first(found, "worker-1", "after_collect");
        // The lock is given back when its time is over and no earlier; the checkpoint needs it.
        assertThat(Duration.ofNanos(saved.tNs() - held.tNs())).isGreaterThanOrEqualTo(Duration.ofMillis(950));
        assertThat(found.verdict().faults()).singleElement().satisfies(fault -> assertThat(fault.landed())
                .isTrue());
    }

    private static Event first(Examination found, String instance, String point) {
        return found.history()
                .events(EventType.AT)
                .filter(at -> at.instance().equals(instance) && at.get("point").equals(point))
                .findFirst()
                .orElseThrow(() -> new AssertionError(instance + " never came to " + point));
    }
}
