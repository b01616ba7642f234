package dev.crashharness.orchestrator.cell.note;

import dev.crashharness.orchestrator.wire.Frame;
import dev.crashharness.orchestrator.wire.http.HttpMessage;
import dev.crashharness.publisher.protocol.HttpBodies;
import dev.crashharness.publisher.protocol.IdempotencyKey;
import dev.crashharness.publisher.protocol.PayloadHash;
import dev.crashharness.publisher.protocol.Text;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Reads HTTP messages: in full those of the bundled publisher, whose replies name operation and attempt in the headers
 * of their requests; of any other publisher what stands in the same places.
 *
 * @param token the first segment of a path that asks the bundled publisher; it is never noted
 */
record HttpNotes(String token) {
    private static final String EFFECTS = "/effects";
    private static final String KEY = "idempotency-key";
    private static final String ATTEMPT = "crash-harness-attempt";

    Map<String, String> of(Frame frame) {
        boolean request = frame.direction() == Frame.Direction.REQUEST;
        return HttpMessage.parse(frame.text())
                .map(message -> request ? request(message) : reply(message))
                .orElse(Map.of(request ? "kind" : "status", "malformed"));
    }

    private Map<String, String> request(HttpMessage message) {
        String path = below(message.path());
        boolean lookup = message.method().equals("GET") && path.startsWith(EFFECTS + "/");
        return Map.of(
                "kind", kind(message.method(), path, lookup),
                "method", message.method(),
                "path", path,
                "operation", lookup ? decoded(path.substring(EFFECTS.length() + 1)) : key(message),
                "attempt", text(message.field(ATTEMPT).orElse("")),
                "generation", message.field("crash-harness-generation").orElse("0"),
                "payload_hash", PayloadHash.of(message.bodyBytes()));
    }

    private static String kind(String method, String path, boolean lookup) {
        if (lookup) {
            return "lookup";
        }
        return method.equals("POST") && path.equals(EFFECTS) ? "publish" : "other";
    }

    private static Map<String, String> reply(HttpMessage message) {
        return Map.of(
                "status", message.status(),
                "operation", key(message),
                "attempt", text(message.field(ATTEMPT).orElse("")),
                "receipt", HttpBodies.receiptIn(message.body()));
    }

    private static String key(HttpMessage message) {
        return message.field(KEY).map(HttpNotes::text).map(IdempotencyKey::of).orElse("");
    }

    /** The publisher refuses what is no UTF-8; here it is shown as it came. */
    private static String text(String bytes) {
        return Text.utf8(bytes).orElse(bytes);
    }

    /** Without the token. */
    private String below(String path) {
        return path.equals("/" + token) || path.startsWith("/" + token + "/")
                ? path.substring(token.length() + 1)
                : path;
    }

    private static String decoded(String segment) {
        try {
            return text(URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException notEncoded) {
            return segment;
        }
    }
}
