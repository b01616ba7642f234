package dev.crashharness.orchestrator.wire.frame;

/** Both directions of one connection, cut. What one direction says may decide how the other is read. */
public interface Framers {
    Framer requests();

    Framer replies();

    /** A chunk of a request is about to be handed to the publisher, before its first byte is. */
    default void sending(Chunk request) {}

    /** Whether the client waits to be told to go on before it sends the rest of its request. */
    default boolean clientWaits() {
        return false;
    }

    /** It was told: what the publisher says of the same is to be swallowed. */
    default void clientWasTold() {}

    /** Two directions that know nothing of each other. */
    static Framers of(Framer requests, Framer replies) {
        record Both(Framer requests, Framer replies) implements Framers {}
        return new Both(requests, replies);
    }
}
