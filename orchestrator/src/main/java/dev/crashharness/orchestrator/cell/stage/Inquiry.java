package dev.crashharness.orchestrator.cell.stage;

import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.target.Link;
import dev.crashharness.publisher.client.Answer;
import dev.crashharness.publisher.client.HttpPublisherClient;
import dev.crashharness.publisher.client.PublisherClient;
import dev.crashharness.publisher.protocol.Request;

/** The harness's own requests, through the relay as the workers' are. */
record Inquiry(StageSpec spec, Token token, Surroundings surroundings) {
    /** Asks for an effect, under no generation, and waits for the answer. */
    Answer publish(String operation, String attempt, String payload) {
        Link link = spec.target().link();
        if (!link.showsToken()) {
            throw new IllegalStateException("the publisher of " + spec.target().id()
                    + " speaks what the harness does not;" + " planning should have refused a cell that asks it");
        }
        Request request = Request.publish(token.text(), spec.task(), operation, attempt, 0, payload);
        return link.framing() == Framing.HTTP
                ? new HttpPublisherClient(surroundings.url(), StageSpec.PATIENT).exchange(request)
                : new PublisherClient(surroundings.relay(), StageSpec.PATIENT).exchange(request);
    }
}
