package dev.crashharness.worker.pipeline;

import dev.crashharness.publisher.client.Answer;
import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.Answer.Unanswered;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.worker.task.Attempt.Outcome;

/** What the answer to a cancel, or its absence, makes of the compensation. */
@FunctionalInterface
public interface Settlement {
    /** What was learned. */
    sealed interface Settled {
        /** The cancel has its own receipt. */
        record Done(String receipt) implements Settled {}

        /** The publisher has not executed it and says so. */
        record Refused(Outcome outcome, String why) implements Settled {}

        /** The publisher has seen a higher generation. */
        record Fenced(Reply reply) implements Settled {}

        /** It may or may not have been executed. */
        record Open(String why) implements Settled {}
    }

    /** What {@code answer} means. */
    Settled of(Answer answer);

    /**
     * Requested is not done, and refused is not done: a cancel whose failure was only logged was recorded as done in
     * AnthropicBots/compressor#1561 and hoangdaochuz/booking#39.
     */
    static Settlement byReceipt() {
        return answer -> {
            if (answer instanceof Unanswered unanswered) {
                return new Settled.Open(unanswered.why());
            }
            Reply reply = ((Answered) answer).reply();
            return switch (reply.status()) {
                case RECEIPT -> new Settled.Done(reply.receipt());
                case FENCED -> new Settled.Fenced(reply);
                case CONFLICT -> new Settled.Refused(Outcome.CONFLICT, reply.detail());
                case REFUSED, NOT_FOUND, CANCELLED -> new Settled.Refused(Outcome.REFUSED, reply.detail());
            };
        };
    }
}
