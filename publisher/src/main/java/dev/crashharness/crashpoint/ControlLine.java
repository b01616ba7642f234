package dev.crashharness.crashpoint;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One line of the control protocol: a verb, its positional words and its {@code key=value} fields. Words and values are
 * percent-encoded, so a line never holds a raw space, newline or {@code =} that is not its own.
 *
 * @param verb {@code hello}, {@code at}, {@code event}, {@code listening}, {@code ok}, {@code go} or {@code clock}
 * @param words the positional words after the verb, decoded
 * @param fields the {@code key=value} pairs after the words, decoded, in the order sent
 */
public record ControlLine(String verb, List<String> words, Map<String, String> fields) {
    /** A line is at most this long, in bytes of UTF-8, newline included. Longer lines end the connection. */
    public static final int MAX_BYTES = 4096;

    /** What stands where the end of a value was. */
    private static final String CUT = "...";

    public ControlLine {
        words = List.copyOf(words);
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** A line without fields. */
    public static ControlLine of(String verb, String... words) {
        return new ControlLine(verb, List.of(words), Map.of());
    }

    /**
     * Reads one line, without its newline.
     *
     * @throws IllegalArgumentException when a value is not percent-encoded correctly or a word follows a field
     */
    public static ControlLine parse(String line) {
        String[] parts = line.strip().split(" +");
        List<String> words = new ArrayList<>();
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals > 0) {
                fields.put(decode(parts[i].substring(0, equals)), decode(parts[i].substring(equals + 1)));
            } else if (fields.isEmpty()) {
                words.add(decode(parts[i]));
            } else {
                throw new IllegalArgumentException("the word '" + parts[i] + "' stands behind a key=value field");
            }
        }
        return new ControlLine(parts[0], words, fields);
    }

    /** The line as sent, without its newline. */
    public String print() {
        StringBuilder line = new StringBuilder(verb);
        words.forEach(word -> line.append(' ').append(encode(word)));
        fields.forEach(
                (key, value) -> line.append(' ').append(encode(key)).append('=').append(encode(value)));
        return line.toString();
    }

    /** This line with its longest values cut, so that it is no longer than {@link #MAX_BYTES}. */
    ControlLine cutToFit() {
        Map<String, String> cut = new LinkedHashMap<>(fields);
        ControlLine line = this;
        while (line.bytes() > MAX_BYTES && !cut.isEmpty()) {
            Map.Entry<String, String> longest =
                    Collections.max(cut.entrySet(), Comparator.comparingInt(field -> field.getValue()
                            .length()));
            String value = longest.getValue();
            longest.setValue(value.substring(0, value.length() / 2) + CUT);
            if (longest.getValue().length() >= value.length()) {
                // Not the values make it long.
                break;
            }
            line = new ControlLine(verb, words, cut);
        }
        return line;
    }

    /** How long the line is on the wire, newline included. */
    int bytes() {
        return print().getBytes(StandardCharsets.UTF_8).length + 1;
    }

    private static String encode(String raw) {
        // URLEncoder writes a space as '+', which other languages' percent-decoders leave as it is.
        return URLEncoder.encode(raw, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%3A", ":");
    }

    private static String decode(String encoded) {
        return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
