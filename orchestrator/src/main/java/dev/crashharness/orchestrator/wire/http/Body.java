package dev.crashharness.orchestrator.wire.http;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What follows a head, as far as its end can be told (RFC 9112, section 6). */
interface Body {
    /** How many of the bytes {@code from..to} belong to it; they are not shown again. */
    int take(byte[] bytes, int from, int to);

    boolean isEnded();

    /** Whether it ends when its sender does. */
    default boolean endsWithItsSender() {
        return false;
    }

    /** Whether it is not what its head has promised; where it ends nobody knows then. */
    default boolean isBroken() {
        return false;
    }

    /** So many bytes. */
    final class Fixed implements Body {
        private long left;

        Fixed(long length) {
            this.left = length;
        }

        @Override
        public int take(byte[] bytes, int from, int to) {
            int taken = (int) Math.min(left, to - from);
            left -= taken;
            return taken;
        }

        @Override
        public boolean isEnded() {
            return left == 0;
        }
    }

    /** All that comes. */
    final class Rest implements Body {
        @Override
        public int take(byte[] bytes, int from, int to) {
            return to - from;
        }

        @Override
        public boolean isEnded() {
            return false;
        }

        @Override
        public boolean endsWithItsSender() {
            return true;
        }
    }

    static Body none() {
        return new Fixed(0);
    }

    /**
     * What {@code head} announces.
     *
     * @param unsaid when it announces nothing
     * @param oddly when it is encoded in a way that has no end of its own; empty where that is not allowed
     * @return empty when it contradicts itself
     */
    static Optional<Body> of(Head head, Body unsaid, Optional<Body> oddly) {
        List<String> codings = head.members("transfer-encoding");
        if (!codings.isEmpty()) {
            // Whatever a length beside it says.
            return codings.get(codings.size() - 1).equals("chunked") ? Optional.of(new ChunkedBody()) : oddly;
        }
        Set<String> lengths = new HashSet<>(head.members("content-length"));
        if (lengths.isEmpty()) {
            return head.field("content-length").isPresent() ? Optional.empty() : Optional.of(unsaid);
        }
        String length = lengths.iterator().next();
        return lengths.size() == 1 && length.matches("[0-9]{1,18}")
                ? Optional.of(new Fixed(Long.parseLong(length)))
                : Optional.empty();
    }
}
