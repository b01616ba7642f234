package dev.crashharness.publisher.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.HttpBodies;
import dev.crashharness.sqlite.Sql;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real server on a real ledger, asked over loopback. */
@Timeout(60)
final class HttpFaceTest {
    private static final String TOKEN = "s3cret";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @TempDir
    private Path directory;

    private Ledger ledger;
    private HttpFace face;

    @BeforeEach
    void listen() throws Exception {
        open(Contract.DEDUP_QUERY);
    }

    private void open(Contract contract) throws Exception {
        ledger = Ledger.open(file(), contract, InstantSource.system());
        face = HttpFace.listen(new Effects(ledger, CrashGate.disarmed(), TOKEN, "task-1"));
    }

    @AfterEach
    void close() throws Exception {
        face.close();
        ledger.close();
    }

    private void reopen(Contract contract) throws Exception {
        close();
        directory = directory.resolve("other");
        assertThat(directory.toFile().mkdir()).isTrue();
        open(contract);
    }

    @Test
    void anEffectIsMadeOnceAndItsReceiptGivenAgain() throws Exception {
        HttpResponse<String> first = send(post("op-1", "a-1", 1, "hello"));
        HttpResponse<String> again = send(post("op-1", "a-2", 1, "hello"));

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(first.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(first.headers().firstValue("Idempotency-Key")).contains("op-1");
        assertThat(first.headers().firstValue("Crash-Harness-Attempt")).contains("a-1");
        assertThat(Sql.rows(file(), "SELECT operation, task, attempt, generation, receipt FROM effect"))
                .containsExactly("op-1|task-1|a-1|1|" + HttpBodies.receiptIn(first.body()));
    }

    @Test
    void aQuotedKeyIsTheSameKey() throws Exception {
        String receipt = send(post("op-1", "a-1", 1, "hello")).body();

        assertThat(send(post("\"op-1\"", "a-2", 1, "hello")).body()).isEqualTo(receipt);
    }

    @Test
    void anEffectCanBeAskedFor() throws Exception {
        String path = "/" + TOKEN + "/effects/op%201";
        HttpResponse<String> before = send(request(path).GET().build());
        String receipt = send(post("op 1", "a-1", 1, "hello")).body();
        HttpResponse<String> after = send(request(path).GET().build());

        assertThat(before.statusCode()).isEqualTo(404);
        assertThat(after.statusCode()).isEqualTo(200);
        assertThat(after.body()).isEqualTo(receipt);
        assertThat(Sql.rows(file(), "SELECT kind FROM request_log")).containsExactly("lookup", "publish", "lookup");
    }

    @Test
    void otherContentUnderTheSameKeyIsRefused() throws Exception {
        send(post("op-1", "a-1", 1, "hello"));

        assertProblem(send(post("op-1", "a-2", 1, "other")), 422, "known with other content");
        assertThat(effects()).hasSize(1);
    }

    @Test
    void aGenerationThatIsOverIsRefused() throws Exception {
        reopen(Contract.FENCED);
        send(post("op-1", "a-1", 2, "hello"));

        assertProblem(send(post("op-1", "a-2", 1, "hello")), 409, "generation 1 of task-1 is over");
    }

    @Test
    void whereNoLookupIsOfferedNoneIsMade() throws Exception {
        reopen(Contract.BLIND);
        send(post("op-1", "a-1", 1, "hello"));
        send(post("op-1", "a-2", 1, "hello"));

        assertProblem(send(request("/" + TOKEN + "/effects/op-1").GET().build()), 405, "offers no lookup");
        assertThat(effects()).hasSize(2);
    }

    @Test
    void aPublicationWithoutKeyIsRefused() throws Exception {
        HttpRequest keyless = request("/" + TOKEN + "/effects")
                .POST(BodyPublishers.ofString("hello"))
                .build();

        assertProblem(send(keyless), 400, "Idempotency-Key is missing");
        assertThat(requests()).isEmpty();
    }

    @Test
    void aBodyOfTheLimitIsTakenAndALongerOneIsNot() throws Exception {
        assertThat(send(post("op-1", "a-1", 1, "x".repeat(Asking.MAX_BODY_BYTES)))
                        .statusCode())
                .isEqualTo(201);
        assertProblem(send(post("op-2", "a-2", 1, "x".repeat(Asking.MAX_BODY_BYTES + 1))), 413, "longer than");
        assertThat(effects()).hasSize(1);
    }

    @Test
    void aBodyThatIsNoTextIsRefused() throws Exception {
        HttpRequest bytes = request("/" + TOKEN + "/effects")
                .header("Idempotency-Key", "op-1")
                .POST(BodyPublishers.ofByteArray(new byte[] {(byte) 0xff}))
                .build();

        assertProblem(send(bytes), 400, "not UTF-8");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /guess/effects/op-1, 403",
        "POST, /effects, 403",
        "GET, /, 403",
        "GET, /s3cret, 404",
        "GET, /s3cret/effects/, 404",
        "GET, /s3cret/effects/op-1/more, 404",
        "GET, /s3cret/effects, 405",
        "DELETE, /s3cret/effects/op-1, 405"
    })
    void whateverElseIsAskedIsRefusedAndLeavesNoTrace(String method, String path, int status) throws Exception {
        HttpRequest other =
                request(path).method(method, BodyPublishers.noBody()).build();

        assertProblem(send(other), status, "");
        assertThat(requests()).isEmpty();
    }

    @Test
    void aGenerationThatIsNoNumberIsRefused() throws Exception {
        HttpRequest odd = request("/" + TOKEN + "/effects/op-1")
                .header("Crash-Harness-Generation", "one")
                .GET()
                .build();

        assertProblem(send(odd), 400, "expected a whole number");
    }

    @Test
    void aHeadRequestIsAnsweredWithoutABody() throws Exception {
        HttpRequest head = request("/" + TOKEN + "/effects/op-1")
                .method("HEAD", BodyPublishers.noBody())
                .build();

        assertThat(send(head).statusCode()).isEqualTo(405);
        assertThat(send(head).body()).isEmpty();
    }

    @Test
    void aLedgerThatFailsIsNoAnswerAtAll() throws Exception {
        Sql.run(file(), "DROP TABLE dedup");
        try (Socket socket =
                new Socket(face.address().getAddress(), face.address().getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write(("POST /" + TOKEN + "/effects HTTP/1.1\r\nHost: h\r\nIdempotency-Key: op-1\r\n"
                                    + "Content-Length: 2\r\n\r\nhi")
                            .getBytes(StandardCharsets.US_ASCII));

            assertThat(socket.getInputStream().readAllBytes()).isEmpty();
        }
        assertThat(effects()).isEmpty();
    }

    private static void assertProblem(HttpResponse<String> response, int status, String detail) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(response.body()).contains("\"status\":" + status);
        assertThat(HttpBodies.detailIn(response.body())).isNotEmpty().contains(detail);
    }

    private HttpRequest post(String key, String attempt, long generation, String payload) {
        return request("/" + TOKEN + "/effects")
                .header("Idempotency-Key", key)
                .header("Crash-Harness-Attempt", attempt)
                .header("Crash-Harness-Generation", Long.toString(generation))
                .POST(BodyPublishers.ofString(payload))
                .build();
    }

    private HttpRequest.Builder request(String path) {
        URI uri = URI.create("http://127.0.0.1:" + face.address().getPort() + path);
        return HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10));
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.ofString());
    }

    private List<String> effects() throws SQLException {
        return Sql.rows(file(), "SELECT operation FROM effect");
    }

    private List<String> requests() throws SQLException {
        return Sql.rows(file(), "SELECT kind FROM request_log");
    }

    private Path file() {
        return directory.resolve("ledger.sqlite");
    }
}
