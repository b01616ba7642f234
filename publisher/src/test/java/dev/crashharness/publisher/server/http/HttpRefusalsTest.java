package dev.crashharness.publisher.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.sqlite.Sql;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages that a client library would not write, byte for byte, and what comes back. One character is one byte. */
@Timeout(60)
final class HttpRefusalsTest {
    /** UTF-8 of an e with an acute accent. */
    private static final String ACCENT = "\u00c3\u00a9";

    @TempDir
    private Path directory;

    private Ledger ledger;
    private HttpFace face;

    @BeforeEach
    void listen() throws Exception {
        ledger = Ledger.open(file(), Contract.DEDUP_QUERY, InstantSource.system());
        face = HttpFace.listen(new Effects(ledger, CrashGate.disarmed(), "t", "task-1"));
    }

    @AfterEach
    void close() throws Exception {
        face.close();
        ledger.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Idempotency-Key: \u00ff              | the header Idempotency-Key is not UTF-8
                    Idempotency-Key: ""                  | the header Idempotency-Key is missing
                    Idempotency-Key: a\u0001b            | operation holds a control character
                    Idempotency-Key: a~Idempotency-Key: b | the header Idempotency-Key stands there 2 times
                    Idempotency-Key: a~Crash-Harness-Attempt: \u00ff | the header Crash-Harness-Attempt is not UTF-8
                    Idempotency-Key: a~Crash-Harness-Attempt: 1~Crash-Harness-Attempt: 2 | Crash-Harness-Attempt stands there 2 times
                    Idempotency-Key: a~Crash-Harness-Generation: -1 | Crash-Harness-Generation is '-1', expected a whole number
                    Idempotency-Key: a~Crash-Harness-Generation: 9223372036854775808 | expected a whole number
                    Idempotency-Key: a~Crash-Harness-Generation: 1~Crash-Harness-Generation: 2 | stands there 2 times
                    """)
    void aHeaderThatCannotBeUnderstoodIsRefused(String headers, String why) throws Exception {
        assertProblem(post(headers.replace("~", "\r\n"), "hi"), 400, why);
    }

    @ParameterizedTest
    @CsvSource({"65", "3000"})
    void anIdLongerThanThePageAllowsIsRefused(int length) throws Exception {
        String id = "k".repeat(length);

        assertProblem(post("Idempotency-Key: " + id, "hi"), 400, "operation has " + length + " characters");
        assertProblem(
                post("Idempotency-Key: k\r\nCrash-Harness-Attempt: " + id, "hi"),
                400,
                "attempt has " + length + " characters");
        assertProblem(get(id), 400, "operation has " + length + " characters");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    %ff       | the key '%ff' is not percent-encoded UTF-8
                    %c3       | the key '%c3' is not percent-encoded UTF-8
                    %ed%a0%80 | the key '%ed%a0%80' is not percent-encoded UTF-8
                    \u00ff    | is not percent-encoded UTF-8
                    a%00b     | operation holds a control character
                    """)
    void aKeyInThePathThatIsNoTextIsRefused(String key, String why) throws Exception {
        assertProblem(get(key), 400, why);
    }

    @Test
    void aTokenOfMalformedBytesIsAWrongOne() throws Exception {
        assertProblem(exchange("GET /%ff/effects/op-1 HTTP/1.1\r\nHost: h\r\n\r\n"), 403, "token");
        assertProblem(exchange("GET /t%00/effects/op-1 HTTP/1.1\r\nHost: h\r\n\r\n"), 403, "token");
        assertProblem(exchange("GET /\u00ff/effects/op-1 HTTP/1.1\r\nHost: h\r\n\r\n"), 403, "token");
    }

    /** In a header its bytes stand as they are, in a path they are encoded or not. */
    @Test
    void aKeyThatIsNoAsciiIsTheSameInHeaderAndPath() throws Exception {
        String made = post("Idempotency-Key: " + ACCENT, "hi");

        assertThat(made).startsWith("HTTP/1.1 201").contains("Idempotency-key: " + ACCENT + "\r\n");
        assertThat(get("%C3%A9")).startsWith("HTTP/1.1 200");
        assertThat(get(ACCENT)).startsWith("HTTP/1.1 200");
        assertThat(Sql.rows(file(), "SELECT hex(operation) FROM request_log")).containsExactly("C3A9", "C3A9", "C3A9");
    }

    @ParameterizedTest
    @CsvSource({"Content-Length: 20, half", "Transfer-Encoding: chunked, '14\r\nhalf'"})
    void halfABodyIsNoBody(String length, String body) throws Exception {
        assertThat(exchange(
                        "POST /t/effects HTTP/1.1\r\nHost: h\r\nIdempotency-Key: k\r\n" + length + "\r\n\r\n" + body))
                .isEmpty();
        assertThat(requests()).isEmpty();
    }

    /** Closed over unread bytes, the connection would be reset and the answer lost. */
    @Test
    void theAnswerToABodyThatIsMuchTooLongArrives() throws Exception {
        assertProblem(post("Idempotency-Key: k", "x".repeat(4 << 20)), 413, "longer than 65536 bytes");
        assertProblem(
                exchange("POST /guess/effects HTTP/1.1\r\nHost: h\r\nContent-Length: " + (4 << 20) + "\r\n\r\n"
                        + "x".repeat(4 << 20)),
                403,
                "token");
    }

    /** As over lines: what a lookup was asked under is told apart in the log. */
    @Test
    void aLookupsAttemptIsLogged() throws Exception {
        exchange("GET /t/effects/k HTTP/1.1\r\nHost: h\r\nCrash-Harness-Attempt: a-7\r\n\r\n");

        assertThat(Sql.rows(file(), "SELECT kind, attempt FROM request_log")).containsExactly("lookup|a-7");
    }

    private void assertProblem(String response, int status, String detail) throws SQLException {
        assertThat(response)
                .startsWith("HTTP/1.1 " + status)
                .contains("application/problem+json", detail)
                .contains("; nothing was done");
        assertThat(requests()).isEmpty();
    }

    private String post(String headers, String body) throws IOException {
        return exchange("POST /t/effects HTTP/1.1\r\nHost: h\r\n" + headers + "\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body);
    }

    private String get(String key) throws IOException {
        return exchange("GET /t/effects/" + key + " HTTP/1.1\r\nHost: h\r\n\r\n");
    }

    /** Sends the bytes and the end, and returns all that comes. */
    private String exchange(String message) throws IOException {
        try (Socket socket =
                new Socket(face.address().getAddress(), face.address().getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(message.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private List<String> requests() throws SQLException {
        return Sql.rows(file(), "SELECT kind FROM request_log");
    }

    private Path file() {
        return directory.resolve("ledger.sqlite");
    }
}
