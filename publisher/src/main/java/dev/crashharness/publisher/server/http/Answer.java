package dev.crashharness.publisher.server.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.crashharness.publisher.ledger.Ledger.Executed;
import dev.crashharness.publisher.protocol.HttpBodies;
import dev.crashharness.publisher.protocol.IdempotencyKey;
import dev.crashharness.publisher.protocol.Reply;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * One response.
 *
 * @param fields beside those that every response has
 */
record Answer(int status, String body, Map<String, String> fields) {
    private static final Map<Integer, String> TITLES = Map.of(
            400, "Bad Request",
            403, "Forbidden",
            404, "Not Found",
            405, "Method Not Allowed",
            409, "Conflict",
            410, "Gone",
            413, "Content Too Large",
            422, "Unprocessable Content");

    static Answer toPublish(Executed executed) {
        Reply reply = executed.reply();
        return switch (reply.status()) {
            case RECEIPT -> receipt(executed.made() ? 201 : 200, reply);
            case CONFLICT -> problem(422, reply.detail());
            case FENCED -> problem(409, reply.detail());
            case CANCELLED -> problem(410, reply.detail());
            case REFUSED, NOT_FOUND -> problem(403, reply.detail());
        };
    }

    static Answer toLookup(Reply reply) {
        return switch (reply.status()) {
            case RECEIPT -> receipt(200, reply);
            case NOT_FOUND -> problem(404, "no effect of operation " + reply.operation() + " is known now");
            case FENCED -> problem(409, reply.detail());
            case REFUSED, CONFLICT, CANCELLED -> problem(405, reply.detail()).with("Allow", "");
        };
    }

    private static Answer receipt(int status, Reply reply) {
        return new Answer(status, HttpBodies.receipt(reply.receipt()), Map.of("Content-Type", "application/json"));
    }

    static Answer problem(int status, String detail) {
        return new Answer(
                status,
                HttpBodies.problem(status, TITLES.get(status), detail),
                Map.of("Content-Type", "application/problem+json"));
    }

    Answer with(String name, String value) {
        return new Answer(status, body, Map.of("Content-Type", fields.get("Content-Type"), name, value));
    }

    /**
     * Sends the head, which says what is answered, so that an answer cannot be taken for another's. What is returned is to
     * follow.
     */
    byte[] begin(HttpExchange exchange) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        Headers headers = exchange.getResponseHeaders();
        fields.forEach(headers::set);
        for (String name : List.of(IdempotencyKey.HEADER, Asking.ATTEMPT)) {
            String asked = exchange.getRequestHeaders().getFirst(name);
            if (asked != null) {
                headers.set(name, asked);
            }
        }
        // A response to HEAD has no body; the server takes -1 for "nothing follows".
        boolean bodiless = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, bodiless ? -1 : bytes.length);
        return bodiless ? new byte[0] : bytes;
    }

    void send(HttpExchange exchange) throws IOException {
        byte[] bytes = begin(exchange);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
