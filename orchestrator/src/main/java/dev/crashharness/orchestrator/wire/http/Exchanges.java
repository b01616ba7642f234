package dev.crashharness.orchestrator.wire.http;

import java.util.ArrayDeque;
import java.util.Deque;

/** What was asked on one connection and not yet answered, in order: a response is read by the method of its request. */
final class Exchanges {
    /** A client that pipelines more without waiting is read as if all of these were GET. */
    private static final int MAX_OPEN = 1000;

    /**
     * One request.
     *
     * @param toldToGoOn whether the relay has said {@code 100 Continue} in the publisher's place
     */
    record Asked(String method, boolean toldToGoOn) {
        static final Asked UNKNOWN = new Asked("", false);
    }

    private final Deque<Asked> open = new ArrayDeque<>();
    private boolean tunnel;

    void asked(Asked request) {
        if (open.size() < MAX_OPEN) {
            open.add(request);
        }
    }

    /** The request that the next final response answers. */
    Asked answered() {
        return open.isEmpty() ? Asked.UNKNOWN : open.remove();
    }

    /** Whether {@code 100 Continue} was said already for the request that is answered next; asked once. */
    boolean wasToldToGoOn() {
        if (open.isEmpty() || !open.peek().toldToGoOn()) {
            return false;
        }
        open.addFirst(new Asked(open.remove().method(), false));
        return true;
    }

    /** No messages come any more. */
    void becomeTunnel() {
        tunnel = true;
    }

    boolean isTunnel() {
        return tunnel;
    }
}
