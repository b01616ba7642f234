package dev.crashharness.publisher.server.http;

import com.sun.net.httpserver.HttpExchange;
import dev.crashharness.publisher.protocol.FrameReader;
import dev.crashharness.publisher.protocol.IdempotencyKey;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.publisher.protocol.Text;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/** What an HTTP request asks of the publisher, or why it is not understood. */
record Asking(String token, String task) {
    static final String ATTEMPT = "Crash-Harness-Attempt";
    static final String GENERATION = "Crash-Harness-Generation";

    /** As long as a line may be. */
    static final int MAX_BODY_BYTES = FrameReader.MAX_BYTES;

    private static final String EFFECTS = "effects";

    Request read(HttpExchange exchange) throws IOException, ProblemException {
        List<String> path = List.of(exchange.getRequestURI().getRawPath().split("/", -1));
        if (path.size() < 2 || !isToken(path.get(1))) {
            throw new ProblemException(403, "the path does not begin with this run's token; nothing was done");
        }
        List<String> below = path.subList(2, path.size());
        if (below.equals(List.of(EFFECTS))) {
            require(exchange, "POST");
            return publication(exchange);
        }
        if (below.size() == 2 && below.get(0).equals(EFFECTS) && !below.get(1).isEmpty()) {
            require(exchange, "GET");
            return sensible(new Request(
                    Request.Kind.LOOKUP,
                    token,
                    task,
                    key(below.get(1)),
                    header(exchange, ATTEMPT),
                    generation(exchange),
                    "",
                    ""));
        }
        throw new ProblemException(
                404, "there is no such path here, only POST effects and GET effects/KEY; nothing was done");
    }

    private boolean isToken(String shown) {
        return MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
    }

    private static void require(HttpExchange exchange, String method) throws ProblemException {
        if (!exchange.getRequestMethod().equals(method)) {
            String detail = exchange.getRequestMethod() + " is not offered here, only " + method + "; nothing was done";
            throw new ProblemException(Answer.problem(405, detail).with("Allow", method));
        }
    }

    private Request publication(HttpExchange exchange) throws IOException, ProblemException {
        String key = IdempotencyKey.of(header(exchange, IdempotencyKey.HEADER));
        if (key.isEmpty()) {
            throw new ProblemException(
                    400, "the header " + IdempotencyKey.HEADER + " is missing; nothing was done, repeat it with a key");
        }
        String attempt = header(exchange, ATTEMPT);
        return sensible(Request.publish(token, task, key, attempt, generation(exchange), payload(exchange)));
    }

    private static Request sensible(Request request) throws ProblemException {
        Optional<String> flaw = request.flaw();
        if (flaw.isPresent()) {
            throw new ProblemException(400, "the request is not understood: " + flaw.get() + "; nothing was done");
        }
        return request;
    }

    private static String payload(HttpExchange exchange) throws IOException, ProblemException {
        byte[] bytes = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        if (bytes.length > MAX_BODY_BYTES) {
            throw new ProblemException(413, "the body is longer than " + MAX_BODY_BYTES + " bytes; nothing was done");
        }
        return Text.utf8(bytes).orElseThrow(() -> new ProblemException(400, "the body is not UTF-8; nothing was done"));
    }

    private static long generation(HttpExchange exchange) throws ProblemException {
        String value = header(exchange, GENERATION);
        try {
            if (value.matches("[0-9]*")) {
                return value.isEmpty() ? 0 : Long.parseLong(value);
            }
        } catch (NumberFormatException e) {
            // Falls through: more digits than a number of 64 bits has.
        }
        throw new ProblemException(
                400,
                "the header " + GENERATION + " is '" + Text.shown(value) + "', expected a whole number from 0 to "
                        + Long.MAX_VALUE + "; nothing was done");
    }

    private static String key(String segment) throws ProblemException {
        try {
            // A plus is a plus in a path. Decoded to one character for each byte, malformed bytes are still there to be
            // seen.
            String bytes = URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.ISO_8859_1);
            Optional<String> key = Text.utf8(bytes);
            if (key.isPresent()) {
                return key.get();
            }
        } catch (IllegalArgumentException e) {
            // Falls through: a percent sign without its two digits.
        }
        throw new ProblemException(
                400, "the key '" + Text.shown(segment) + "' is not percent-encoded UTF-8; nothing was done");
    }

    /** The server hands out one character for each byte. Of two values nobody knows which is meant. */
    private static String header(HttpExchange exchange, String name) throws ProblemException {
        List<String> values = exchange.getRequestHeaders().getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw new ProblemException(
                    400, "the header " + name + " stands there " + values.size() + " times; nothing was done");
        }
        return Text.utf8(values.isEmpty() ? "" : values.get(0))
                .orElseThrow(() -> new ProblemException(400, "the header " + name + " is not UTF-8; nothing was done"))
                .strip();
    }
}
