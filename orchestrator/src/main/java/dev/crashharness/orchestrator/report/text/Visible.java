package dev.crashharness.orchestrator.report.text;

import java.util.Locale;
import java.util.regex.Pattern;

/** Makes text that others wrote fit to be shown: on a terminal, in XML, in a page. */
public final class Visible {
    /** What an id is longer than a person can compare: the tail of a UUID, the tail of a SHA-256. */
    private static final Pattern LONG_ID = Pattern.compile(
            "\\b([a-z]+-[0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b|\\b([0-9a-f]{8})[0-9a-f]{56}\\b");

    private Visible() {}

    /**
     * Spells out what a terminal would obey, XML 1.0 forbids or a reader would not see: control characters, halves of
     * surrogate pairs, noncharacters, changes of the writing direction. They become <code>\</code><code>u001b</code> and so on.
     */
    public static String text(String foreign) {
        StringBuilder visible = new StringBuilder(foreign.length());
        foreign.codePoints().forEach(c -> {
            if (hidden(c)) {
                visible.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                visible.appendCodePoint(c);
            }
        });
        return visible.toString();
    }

    /** The same with ids cut to their first eight hexadecimal digits, which are enough to tell them apart. */
    public static String brief(String foreign) {
        return LONG_ID.matcher(text(foreign)).replaceAll("$1$2…");
    }

    private static boolean hidden(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                true;
            case Character.FORMAT -> (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
            default -> (c & 0xfffe) == 0xfffe;
        };
    }
}
