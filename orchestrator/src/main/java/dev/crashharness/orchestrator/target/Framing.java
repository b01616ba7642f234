package dev.crashharness.orchestrator.target;

import java.util.Locale;

/** How the relay cuts what worker and publisher say to each other into requests and replies. */
public enum Framing {
    /** One line is one request, or one reply. */
    LINES,
    /** HTTP/1.1 messages. */
    HTTP,
    /** The first bytes of a connection are its request, the first bytes of the answer its reply. */
    CONNECTION;

    /** The spelling in target files. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
