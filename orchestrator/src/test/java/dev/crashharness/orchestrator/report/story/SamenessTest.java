package dev.crashharness.orchestrator.report.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventType;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A compensation that went well was told with the mark of a contradiction at its attempt and at its cancel. */
class SamenessTest {
    private final Sameness same = new Sameness();

    @Test
    void aSecondOperationStandsOut() {
        assertThat(same.another(event("operation", "op-1"))).isEmpty();
        assertThat(same.another(event("operation", "op-1"))).isEmpty();
        assertThat(same.another(event("operation", "op-2")))
                .isEqualTo("; ANOTHER operation than before, which was op-1");
    }

    @Test
    void theOperationOfACompensationIsItsOwn() {
        same.another(event("operation", "op-1"));
        same.undoes(event("operation", "comp-1"));

        assertThat(same.another(event("operation", "comp-1"))).isEmpty();
        assertThat(same.another(event("operation", "comp-2"))).contains("ANOTHER");
    }

    @Test
    void onlyWhatIsPublishedHasAContentToCompare() {
        assertThat(same.otherContent(request("publish", "h-1"))).isEmpty();
        assertThat(same.otherContent(request("lookup", "h-0"))).isEmpty();
        assertThat(same.otherContent(request("cancel", "h-0"))).isEmpty();
        assertThat(same.otherContent(request("publish", "h-2")))
                .isEqualTo("; its content is h-2, that of the first was h-1");
    }

    private static Event event(String field, String value) {
        return new Event(1, EventType.REPORTED, "worker-1", Map.of(field, value));
    }

    private static Event request(String kind, String hash) {
        return new Event(1, EventType.REQUEST, "worker-1", Map.of("kind", kind, "payload_hash", hash));
    }
}
