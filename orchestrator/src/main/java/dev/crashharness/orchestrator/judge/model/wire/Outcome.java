package dev.crashharness.orchestrator.judge.model.wire;

import dev.crashharness.orchestrator.judge.model.publisher.Reply;
import dev.crashharness.orchestrator.schedule.Fault;
import java.util.Optional;

/**
 * What one request came to for its sender.
 *
 * @param senderKilled whether the sender died over it
 * @param stoppedBy the fault that has stopped the sender over it; whatever the reply, it reads it when it is resumed
 * @param reply what it was answered, empty when no reliable answer came
 */
public record Outcome(boolean senderKilled, Optional<Fault> stoppedBy, Optional<Reply> reply) {
    static final Outcome UNANSWERED = new Outcome(false, Optional.empty(), Optional.empty());
    static final Outcome KILLED = new Outcome(true, Optional.empty(), Optional.empty());

    static Outcome answered(Reply reply) {
        return new Outcome(false, Optional.empty(), Optional.of(reply));
    }

    Outcome stopped(Fault by) {
        return new Outcome(senderKilled, Optional.of(by), reply);
    }
}
