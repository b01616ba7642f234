package dev.crashharness.orchestrator.judge.model.wire;

import dev.crashharness.orchestrator.judge.model.publisher.Reply;
import java.util.Optional;

/**
 * What one request came to for its sender.
 *
 * @param senderKilled whether the sender died over it
 * @param reply what it was answered, empty when no reliable answer came
 */
public record Outcome(boolean senderKilled, Optional<Reply> reply) {
    static final Outcome UNANSWERED = new Outcome(false, Optional.empty());
    static final Outcome KILLED = new Outcome(true, Optional.empty());

    static Outcome answered(Reply reply) {
        return new Outcome(false, Optional.of(reply));
    }
}
