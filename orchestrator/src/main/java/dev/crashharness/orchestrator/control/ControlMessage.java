package dev.crashharness.orchestrator.control;

import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What comes in on the control port. The messages of one child arrive in the order in which it sent them. */
public sealed interface ControlMessage {
    /** Whose connection this is about; empty for a refused one that had not said hello. */
    String instance();

    /**
     * An expected child has shown the token; the first message of each child.
     *
     * @param role {@code worker} or {@code publisher}, as it says itself
     * @param pid as it says itself
     * @param link the way back to it
     */
    record Hello(String instance, String role, long pid, ControlLink link) implements ControlMessage {}

    /**
     * A thread of the child stands at a point until {@link ControlLink#go} with this serial.
     *
     * @param serial positive, unique in this connection
     */
    record At(String instance, long serial, String point, Map<String, String> fields) implements ControlMessage {
        public At {
            fields = ordered(fields);
        }
    }

    /** An {@code event} line. */
    record Reported(String instance, String name, Map<String, String> fields) implements ControlMessage {
        public Reported {
            fields = ordered(fields);
        }

        /** A field as a whole number; nonsense, or none, is 0. */
        public long number(String field) {
            String text = fields.getOrDefault(field, "");
            return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
        }
    }

    /**
     * A publisher listens there.
     *
     * @param address resolved
     */
    record Listening(String instance, InetSocketAddress address) implements ControlMessage {
        /** As it says itself. */
        public String host() {
            return address.getHostString();
        }

        public int port() {
            return address.getPort();
        }
    }

    /** The child's connection has ended, for whatever reason; its last message. */
    record Closed(String instance) implements ControlMessage {}

    /**
     * A connection was closed by the harness: a bad or late hello, a line that breaks the protocol, one connection too
     * many. For a child that had said hello, {@link Closed} follows.
     *
     * @param instance empty when it had not said hello
     * @param reason one sentence
     * @param remote the other end's address
     * @param claimed the expected instance that a refused hello named, whoever that was; else empty
     */
    record Refused(String instance, String reason, String remote, String claimed) implements ControlMessage {}

    /** No child can connect any more; {@code reason} is one sentence. */
    record Broken(String reason) implements ControlMessage {
        @Override
        public String instance() {
            return "";
        }
    }

    private static Map<String, String> ordered(Map<String, String> fields) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }
}
