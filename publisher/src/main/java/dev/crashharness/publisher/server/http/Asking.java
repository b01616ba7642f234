package dev.crashharness.publisher.server.http;

import com.sun.net.httpserver.HttpExchange;
import dev.crashharness.publisher.protocol.FrameReader;
import dev.crashharness.publisher.protocol.IdempotencyKey;
import dev.crashharness.publisher.protocol.Request;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

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
            return Request.lookup(token, task, decoded(below.get(1)), generation(exchange));
        }
        throw new ProblemException(404, "there is no such path here; write POST effects, or GET effects/KEY");
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
        return Request.publish(token, task, key, attempt, generation(exchange), payload(exchange));
    }

    private static String payload(HttpExchange exchange) throws IOException, ProblemException {
        byte[] bytes = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        if (bytes.length > MAX_BODY_BYTES) {
            throw new ProblemException(413, "the body is longer than " + MAX_BODY_BYTES + " bytes; nothing was done");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ProblemException(400, "the body is not UTF-8; nothing was done");
        }
    }

    private static long generation(HttpExchange exchange) throws ProblemException {
        String value = header(exchange, GENERATION);
        if (!value.matches("[0-9]{0,18}")) {
            throw new ProblemException(
                    400, "the header " + GENERATION + " is '" + value + "', expected a whole number; nothing was done");
        }
        return value.isEmpty() ? 0 : Long.parseLong(value);
    }

    private static String decoded(String segment) throws ProblemException {
        try {
            // A plus is a plus in a path.
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(400, "the key '" + segment + "' is not percent-encoded; nothing was done");
        }
    }

    private static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value.strip();
    }
}
