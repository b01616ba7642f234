package dev.crashharness.orchestrator.wire.http;

import dev.crashharness.orchestrator.wire.frame.Chunk.Part;
import dev.crashharness.orchestrator.wire.http.Exchanges.Asked;
import java.util.Optional;
import java.util.regex.Pattern;

/** How requests are read. */
final class Requests implements HttpFramer.Side {
    private static final Pattern START_LINE =
            Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}+ [\\x21-\\x7e\\x80-\\xff]++ HTTP/1\\.[01]");

    private final Exchanges exchanges;
    private Asked last = Asked.UNKNOWN;
    private boolean waits;
    private boolean connects;

    Requests(Exchanges exchanges) {
        this.exchanges = exchanges;
    }

    @Override
    public Pattern startLine() {
        return START_LINE;
    }

    @Override
    public Optional<Body> begin(Head head) {
        last = new Asked(head.word(0), false);
        waits = head.members("expect").contains("100-continue");
        if (last.method().equals("CONNECT")) {
            // Whether it is granted is not waited for: a client that is refused seldom asks again there.
            connects = true;
            return Optional.of(Body.none());
        }
        return Body.of(head, Body.none(), Optional.empty());
    }

    @Override
    public Part part() {
        return Part.WHOLE;
    }

    @Override
    public void end() {
        waits = false;
    }

    @Override
    public boolean isTunnel() {
        return connects || exchanges.isTunnel();
    }

    /** Whether the request that is coming in will not come to its end before its sender is told to go on. */
    boolean clientWaits() {
        return waits;
    }

    void clientWasTold() {
        waits = false;
        last = new Asked(last.method(), true);
    }

    /** The request whose beginning was handed out last. */
    Asked last() {
        return last;
    }
}
