package dev.crashharness.orchestrator.wire;

import dev.crashharness.orchestrator.wire.frame.Chunk;
import java.util.Optional;

/**
 * What the publisher owes on one connection: an answer to each request that was handed to it. Where messages cannot be
 * told apart, whoever has spoken last waits for the other.
 */
final class Debt {
    private int delivered;
    private int answered;
    private boolean talk;

    /** Handed to the publisher's kernel: from then on a request is owed an answer, be it a frame or not. */
    void delivered(Chunk request) {
        if (request.talks()) {
            talk = true;
            delivered = Math.max(delivered, answered + 1);
        } else if (request.begins()) {
            delivered++;
        }
    }

    /** Come in from the publisher. */
    void answered(Chunk reply) {
        if (reply.talks()) {
            talk = true;
            answered = Math.max(delivered, answered);
        } else if (reply.ends()) {
            answered++;
        }
    }

    /** What is still owed, in words; a client that has gone may have asked something behind the last answer. */
    Optional<String> open(boolean clientEnded) {
        if (answered < delivered) {
            return Optional.of(delivered + " delivered, " + answered + " answered");
        }
        return talk && clientEnded ? Optional.of("its client has ended, the publisher has not") : Optional.empty();
    }
}
