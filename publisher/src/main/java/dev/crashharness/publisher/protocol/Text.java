package dev.crashharness.publisher.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Bytes as characters, without a guess: what is replaced on the way makes two different texts the same. */
public final class Text {
    private static final int SHOWN = 40;

    private Text() {}

    /** The text whose UTF-8 is {@code bytes}; empty when they are no UTF-8. */
    public static Optional<String> utf8(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** The text whose UTF-8 came as one character for each byte, as heads of HTTP messages are read; empty as above. */
    public static Optional<String> utf8(String bytes) {
        return utf8(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Whether UTF-8 has no bytes for it, because JSON's escapes spelled one half of a surrogate pair only. */
    static boolean holdsHalfAPair(String text) {
        return !StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** The beginning of {@code text}, for a sentence that stays short whatever was sent. */
    public static String shown(String text) {
        return text.codePointCount(0, text.length()) <= SHOWN
                ? text
                : text.substring(0, text.offsetByCodePoints(0, SHOWN)) + "...";
    }
}
