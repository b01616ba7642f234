package dev.crashharness.orchestrator.wire.http;

import dev.crashharness.orchestrator.wire.frame.Chunk;
import dev.crashharness.orchestrator.wire.frame.Framer;
import dev.crashharness.orchestrator.wire.frame.Framers;

/** Both directions of one HTTP/1.1 connection. */
public final class HttpFramers implements Framers {
    private final Exchanges exchanges = new Exchanges();
    private final Requests requestSide = new Requests(exchanges);
    private final HttpFramer requests = new HttpFramer(requestSide);
    private final HttpFramer replies = new HttpFramer(new Replies(exchanges));

    @Override
    public Framer requests() {
        return requests;
    }

    @Override
    public Framer replies() {
        return replies;
    }

    /** One that is never handed on is never answered; one that is doubled is answered twice. */
    @Override
    public void sending(Chunk request) {
        if (request.begins()) {
            exchanges.asked(requestSide.last());
        }
    }

    @Override
    public boolean clientWaits() {
        return requestSide.clientWaits();
    }

    @Override
    public void clientWasTold() {
        requestSide.clientWasTold();
    }
}
