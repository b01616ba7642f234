package dev.crashharness.publisher.client;

import dev.crashharness.publisher.protocol.Reply;

/** What one exchange came to. */
public sealed interface Answer {
    /** A whole reply to this very request. */
    record Answered(Reply reply) implements Answer {}

    /**
     * No reliable reply: the effect may or may not have happened. A dead peer looks like a reset when something was
     * unread and like a clean end otherwise, and neither says whether it committed.
     */
    record Unanswered(String why) implements Answer {}
}
