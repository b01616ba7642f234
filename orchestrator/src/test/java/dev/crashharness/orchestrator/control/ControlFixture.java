package dev.crashharness.orchestrator.control;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A real server that expects worker-1, worker-2 and publisher-1, and all that it has said. */
@Timeout(60)
abstract class ControlFixture {
    static final String TOKEN = "s3cret";
    final Queue<ControlMessage> messages = new ConcurrentLinkedQueue<>();
    ControlServer server;

    @BeforeEach
    void open() throws Exception {
        server = new ControlServer(TOKEN, messages::add);
        server.expect("worker", "worker-1");
        server.expect("worker", "worker-2");
        server.expect("publisher", "publisher-1");
    }

    @AfterEach
    void close() {
        server.close();
    }

    Child welcome(String instance) throws IOException {
        return Child.welcome(server.address(), TOKEN, instance);
    }

    void awaitMessages(int count) {
        await().until(() -> messages.size() >= count);
    }

    ControlLink link() {
        return ((ControlMessage.Hello) messages.element()).link();
    }

    String refusal() {
        await().until(() -> messages.stream().anyMatch(ControlMessage.Refused.class::isInstance));
        return messages.stream()
                .filter(ControlMessage.Refused.class::isInstance)
                .map(message -> ((ControlMessage.Refused) message).reason())
                .findFirst()
                .orElseThrow();
    }
}
