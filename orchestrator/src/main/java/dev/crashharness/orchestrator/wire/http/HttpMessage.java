package dev.crashharness.orchestrator.wire.http;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a frame of {@link HttpFramers} says. */
public final class HttpMessage {
    private static final Pattern ANY_START_LINE = Pattern.compile("[^\\n]++");

    private final Head head;
    private final String body;

    private HttpMessage(Head head, String body) {
        this.head = head;
        this.body = body;
    }

    /** Reads a frame's text, one character for each byte; empty when it is no message. */
    public static Optional<HttpMessage> parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        HeadReader reader = new HeadReader(ANY_START_LINE);
        int length = reader.length(bytes, bytes.length);
        if (length == 0) {
            return Optional.empty();
        }
        Head head = Head.parse(bytes, length);
        String rest = text.substring(length);
        return Optional.of(new HttpMessage(head, isChunked(head) ? joined(rest) : rest));
    }

    private static boolean isChunked(Head head) {
        return head.members("transfer-encoding").contains("chunked");
    }

    /** The pieces without what frames them; those of a frame are well formed. */
    private static String joined(String chunks) {
        StringBuilder joined = new StringBuilder();
        int at = 0;
        while (true) {
            int lineEnd = chunks.indexOf('\n', at);
            int size = lineEnd < 0 ? 0 : size(chunks.substring(at, lineEnd));
            if (size == 0) {
                return joined.toString();
            }
            int end = Math.min(lineEnd + 1 + size, chunks.length());
            joined.append(chunks, lineEnd + 1, end);
            at = chunks.indexOf('\n', end) + 1;
            if (at == 0) {
                return joined.toString();
            }
        }
    }

    private static int size(String line) {
        String digits = line.replaceFirst("(?s)[^0-9A-Fa-f].*", "");
        return digits.isEmpty() || digits.length() > 7 ? 0 : Integer.parseInt(digits, 16);
    }

    /** Of a request: its method. */
    public String method() {
        return head.word(0);
    }

    /** Of a request: what it asks for, as it stands in the start line. */
    public String target() {
        return head.word(1);
    }

    /** Of a request: its target without scheme and host, which a client may write. */
    public String path() {
        return target().replaceFirst("^https?://[^/]*", "");
    }

    /** Of a response: its status code. */
    public String status() {
        return head.word(1);
    }

    /** The first field called {@code name}, in lower case. */
    public Optional<String> field(String name) {
        return head.field(name);
    }

    /** The content as UTF-8, without what frames it. */
    public String body() {
        return new String(body.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** The content's bytes. */
    public byte[] bodyBytes() {
        return body.getBytes(StandardCharsets.ISO_8859_1);
    }
}
