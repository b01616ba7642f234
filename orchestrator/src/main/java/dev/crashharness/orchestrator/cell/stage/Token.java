package dev.crashharness.orchestrator.cell.stage;

import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.target.Link;
import dev.crashharness.orchestrator.wire.Frame;
import dev.crashharness.orchestrator.wire.http.HttpMessage;
import dev.crashharness.publisher.protocol.Codec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/** The secret of one run, which every hello and every request carries. */
record Token(String text) {
    private static final int BYTES = 16;

    static Token random() {
        return new Token(HexFormat.of().formatHex(new SecureRandom().generateSeed(BYTES)));
    }

    /**
     * Whether a frame comes from one of this run's own; a reply does, because it answers one. The publisher would refuse a
     * stranger's request too, but by then it would be evidence, and a worker would be accused of it. What is wrong with a
     * request of this run's own is for the publisher to say.
     *
     * <p>A line shows the token in its field, an HTTP request as the first segment of its path. A publisher that is not the
     * bundled one does not ask for it, and in bytes that nobody can read there is none: there all are admitted, and a
     * stranger on this machine who finds the port is taken for a worker.
     */
    boolean admits(Link link, Frame frame) {
        if (frame.direction() == Frame.Direction.REPLY || !link.showsToken()) {
            return true;
        }
        String shown = link.framing() == Framing.HTTP ? inPath(frame.text()) : Codec.tokenIn(frame.text());
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
    }

    private static String inPath(String message) {
        String[] segments =
                HttpMessage.parse(message).map(HttpMessage::path).orElse("").split("/", -1);
        return segments.length > 1 ? segments[1] : "";
    }
}
