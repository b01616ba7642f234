package dev.crashharness.orchestrator.cell.stage;

import dev.crashharness.orchestrator.wire.Frame;
import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.MalformedFrameException;
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
     * stranger's request too, but by then it would be evidence, and a worker would be accused of it.
     */
    boolean admits(Frame frame) {
        if (frame.direction() == Frame.Direction.REPLY) {
            return true;
        }
        try {
            byte[] shown = Codec.parseRequest(frame.text()).token().getBytes(StandardCharsets.UTF_8);
            return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), shown);
        } catch (MalformedFrameException e) {
            return false;
        }
    }
}
