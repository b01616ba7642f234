package dev.crashharness.orchestrator.wire.http;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks for the end of a head in bytes that keep coming, and says early when they cannot be one. */
final class HeadReader {
    /** A head that is longer is none: servers refuse far shorter ones. */
    static final int MAX_BYTES = 64 << 10;

    private final Pattern startLine;
    private int begin;
    private int line;
    private int searched;
    private boolean plausible = true;

    HeadReader(Pattern startLine) {
        this.startLine = startLine;
    }

    /** The length of the head with its empty line and those before it, or 0 while it is not whole. */
    int length(byte[] bytes, int count) {
        for (; searched < count; searched++) {
            if (bytes[searched] != '\n') {
                continue;
            }
            boolean blank = searched == line || (searched == line + 1 && bytes[line] == '\r');
            if (blank && line > begin) {
                // The first byte of the next head is not looked at before this one is done with.
                return plausible ? searched + 1 : 0;
            }
            if (blank) {
                // RFC 9112, 2.2: empty lines before a start line are passed over.
                begin = searched + 1;
            } else if (line == begin) {
                plausible = matches(bytes, begin, searched);
            }
            line = searched + 1;
        }
        if (line == begin && plausible) {
            plausible = canMatch(bytes, begin, count);
        }
        return 0;
    }

    /** Whether a head may still come of what {@link #length} has seen. */
    boolean isPlausible(int count) {
        return plausible && count <= MAX_BYTES;
    }

    /** Whether nothing but empty lines has come. */
    boolean isBlank(int count) {
        return begin == count;
    }

    void reset() {
        begin = 0;
        line = 0;
        searched = 0;
        plausible = true;
    }

    private boolean matches(byte[] bytes, int from, int to) {
        return startLine.matcher(text(bytes, from, to)).matches();
    }

    private boolean canMatch(byte[] bytes, int from, int to) {
        Matcher matcher = startLine.matcher(text(bytes, from, to));
        return matcher.matches() || matcher.hitEnd();
    }

    /** Without a carriage return at its end, which may belong to the line's end. */
    private static String text(byte[] bytes, int from, int to) {
        int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
        return new String(bytes, from, end - from, StandardCharsets.ISO_8859_1);
    }
}
