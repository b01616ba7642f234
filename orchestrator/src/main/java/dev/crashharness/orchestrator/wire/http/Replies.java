package dev.crashharness.orchestrator.wire.http;

import dev.crashharness.orchestrator.wire.frame.Chunk.Part;
import java.util.Optional;
import java.util.regex.Pattern;

/** How responses are read. */
final class Replies implements HttpFramer.Side {
    private static final Pattern START_LINE = Pattern.compile("HTTP/1\\.[01] [1-9][0-9]{2}+(?: [^\\n]*+)?");

    private final Exchanges exchanges;
    private Part part = Part.WHOLE;
    private boolean tunnelFollows;

    Replies(Exchanges exchanges) {
        this.exchanges = exchanges;
    }

    @Override
    public Pattern startLine() {
        return START_LINE;
    }

    @Override
    public Optional<Body> begin(Head head) {
        int status = Integer.parseInt(head.word(1));
        part = Part.WHOLE;
        if (status == 101) {
            part = Part.TALK;
            tunnelFollows = true;
            return Optional.of(Body.none());
        }
        if (status < 200) {
            boolean known = status == 100 && exchanges.wasToldToGoOn();
            part = known ? Part.SWALLOWED : Part.INTERIM;
            return Optional.of(Body.none());
        }
        return answer(head, status, exchanges.answered().method());
    }

    private Optional<Body> answer(Head head, int status, String method) {
        tunnelFollows = method.equals("CONNECT") && status < 300;
        boolean bodiless = method.equals("HEAD") || status == 204 || status == 304 || tunnelFollows;
        Body toTheEnd = new Body.Rest();
        return bodiless ? Optional.of(Body.none()) : Body.of(head, toTheEnd, Optional.of(toTheEnd));
    }

    @Override
    public Part part() {
        return part;
    }

    @Override
    public void end() {
        if (tunnelFollows) {
            exchanges.becomeTunnel();
        }
    }

    @Override
    public boolean isTunnel() {
        return exchanges.isTunnel();
    }
}
