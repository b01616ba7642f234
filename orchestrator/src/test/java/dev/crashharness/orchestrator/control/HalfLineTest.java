package dev.crashharness.orchestrator.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The beginning of a line that came in one piece with a whole one. */
class HalfLineTest extends ControlFixture {
    @Test
    void behindAHelloItIsToldAtOnce() throws Exception {
        try (Child child = new Child(server.address())) {
            child.send("hello 1 " + TOKEN + " worker worker-1 4711\nat 1 p");
            awaitMessages(1);

            await().until(() -> server.halfLines().equals(Map.of("worker-1", "at 1 p")));
        }
    }

    @Test
    void behindAnotherLineToo() throws Exception {
        try (Child child = welcome("worker-1")) {
            child.send("event one\nevent two\nat 1 p");
            awaitMessages(3);

            await().until(() -> server.halfLines().equals(Map.of("worker-1", "at 1 p")));
        }
        assertThat(refusal()).isEqualTo("it ended behind 'at 1 p', in the middle of a line");
    }
}
