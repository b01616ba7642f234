package dev.crashharness.orchestrator.wire.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Start line and fields of a message. A line without a colon is passed over: where a message ends does not hang on it.
 *
 * @param startLine without its line end
 * @param fields in order, with lower-case names; a name may come more than once
 */
record Head(String startLine, List<Map.Entry<String, String>> fields) {
    /** Reads {@code text}, which ends with an empty line and may begin with some. */
    static Head parse(String text) {
        List<String> lines =
                new ArrayList<>(Arrays.asList(text.replaceFirst("^[\r\n]+", "").split("\r?\n")));
        String startLine = lines.remove(0);
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        for (String line : lines) {
            boolean folded = line.startsWith(" ") || line.startsWith("\t");
            int colon = line.indexOf(':');
            if (folded && !fields.isEmpty()) {
                Map.Entry<String, String> last = fields.remove(fields.size() - 1);
                fields.add(Map.entry(last.getKey(), (last.getValue() + " " + line.strip()).strip()));
            } else if (colon > 0) {
                String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
                fields.add(Map.entry(name, line.substring(colon + 1).strip()));
            }
        }
        return new Head(startLine, List.copyOf(fields));
    }

    static Head parse(byte[] bytes, int length) {
        return parse(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
    }

    /** The first value of the field {@code name}, which is lower case. */
    Optional<String> field(String name) {
        return fields.stream()
                .filter(field -> field.getKey().equals(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** The members of all lists that the field {@code name} holds, lower case. */
    List<String> members(String name) {
        return fields.stream()
                .filter(field -> field.getKey().equals(name))
                .flatMap(field -> Arrays.stream(field.getValue().split(",")))
                .map(member -> member.strip().toLowerCase(Locale.ROOT))
                .filter(member -> !member.isEmpty())
                .toList();
    }

    /** The {@code index}-th word of the start line, or the empty string. */
    String word(int index) {
        String[] words = startLine.split(" ");
        return index < words.length ? words[index] : "";
    }
}
