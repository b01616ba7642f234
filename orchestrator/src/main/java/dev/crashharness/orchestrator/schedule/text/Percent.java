package dev.crashharness.orchestrator.schedule.text;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Free text within a cell id, percent-encoded as UTF-8. Besides letters and digits only {@code - . _ ~ : / @ +} stand for
 * themselves: nothing that separates parts of a cell id or means something to a shell, not even within quotes.
 */
public final class Percent {
    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/@+";
    private static final Pattern ESCAPE = Pattern.compile("%([0-9A-Fa-f]{2})");

    private Percent() {}

    /** The one canonical spelling of {@code text}. */
    public static String encode(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte unit : bytes(text)) {
            char plain = (char) unit;
            encoded.append(
                    PLAIN.indexOf(plain) >= 0
                            ? String.valueOf(plain)
                            : String.format(Locale.ROOT, "%%%02X", Byte.toUnsignedInt(unit)));
        }
        return encoded.toString();
    }

    /** Reads any spelling: what need not be encoded may be, and what was typed as it is stays so. */
    public static String decode(String text) {
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        Matcher escape = ESCAPE.matcher(text);
        for (int at = 0; at < text.length(); ) {
            int next = text.indexOf('%', at);
            int end = next < 0 ? text.length() : next;
            decoded.writeBytes(bytes(text.substring(at, end)));
            at = end;
            if (next >= 0) {
                if (!escape.region(at, text.length()).lookingAt()) {
                    throw new Flaw(
                            "'" + text + "' has a % without two hexadecimal digits",
                            "write the % itself as " + encode("%"));
                }
                decoded.write(Integer.parseInt(escape.group(1), 16));
                at = escape.end();
            }
        }
        return text(decoded.toByteArray(), text);
    }

    private static byte[] bytes(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new Flaw("'" + text + "' holds half of a character", "leave out the lone surrogate");
        }
    }

    private static String text(byte[] bytes, String origin) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Flaw(
                    "'" + origin + "' is not UTF-8 behind its % signs",
                    "write each byte of its UTF-8 in two hexadecimal digits");
        }
    }
}
