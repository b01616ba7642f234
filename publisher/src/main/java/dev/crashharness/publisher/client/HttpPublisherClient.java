package dev.crashharness.publisher.client;

import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.Answer.Unanswered;
import dev.crashharness.publisher.protocol.HttpBodies;
import dev.crashharness.publisher.protocol.IdempotencyKey;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.publisher.protocol.Text;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks one publisher over HTTP. Thread-safe. */
public final class HttpPublisherClient {
    private final URI base;
    private final Duration timeout;

    /**
     * Names the publisher.
     *
     * @param base what {@code CRASH_HARNESS_PUBLISHER_URL} says
     * @param timeout how long to wait for the whole answer, from before the connection
     */
    public HttpPublisherClient(URI base, Duration timeout) {
        this.base = base;
        this.timeout = timeout;
    }

    /**
     * Sends {@code request}, a publication or a lookup, over a connection of its own and waits for its answer.
     *
     * @throws IllegalArgumentException for a cancel, which has no spelling in HTTP
     */
    public Answer exchange(Request request) {
        // One client each: a pooled connection that broke meanwhile would be tried a second time by itself.
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        // A deadline of the request itself is met by the head of the answer, and its body may trickle for ever.
        CompletableFuture<HttpResponse<byte[]>> asked = client.sendAsync(message(request), head -> new BoundedBody());
        try {
            HttpResponse<byte[]> response = asked.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return understood(
                    request, response.statusCode(), Text.utf8(response.body()).orElse(""));
        } catch (ExecutionException e) {
            return new Unanswered("no reply: " + e.getCause().getMessage());
        } catch (TimeoutException e) {
            return new Unanswered("no reply: not all of it came within " + timeout.toMillis() + " ms");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Unanswered("no reply: the waiting was interrupted");
        } finally {
            // Closes the connection of what is still on its way.
            asked.cancel(true);
        }
    }

    private HttpRequest message(Request request) {
        HttpRequest.Builder message =
                HttpRequest.newBuilder().header("Crash-Harness-Generation", Long.toString(request.generation()));
        String path = base + "/effects";
        return switch (request.kind()) {
            case PUBLISH ->
                message.uri(URI.create(path))
                        .header(IdempotencyKey.HEADER, request.operation())
                        .header("Crash-Harness-Attempt", request.attempt())
                        .POST(BodyPublishers.ofString(request.payload()))
                        .build();
            case LOOKUP ->
                message.uri(URI.create(path + "/" + encoded(request.operation())))
                        .build();
            case CANCEL -> throw new IllegalArgumentException("a cancel cannot be asked for over HTTP");
        };
    }

    private static String encoded(String key) {
        return URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static Answer understood(Request request, int status, String body) {
        String receipt = HttpBodies.receiptIn(body);
        if ((status == 200 || status == 201) && !receipt.isEmpty()) {
            return new Answered(Reply.receipt(request, receipt));
        }
        String detail = HttpBodies.detailIn(body);
        return switch (status) {
            case 404 -> new Answered(Reply.without(Status.NOT_FOUND, request, detail));
            case 409 -> new Answered(Reply.without(Status.FENCED, request, detail));
            case 410 -> new Answered(Reply.without(Status.CANCELLED, request, detail));
            case 422 -> new Answered(Reply.without(Status.CONFLICT, request, detail));
            case 400, 403, 405, 413 -> new Answered(Reply.without(Status.REFUSED, request, detail));
            default -> new Unanswered("the reply made no sense: status " + status);
        };
    }
}
