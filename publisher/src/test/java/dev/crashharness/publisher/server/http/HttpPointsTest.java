package dev.crashharness.publisher.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.crashpoint.FakeHarness;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.sqlite.Sql;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is durable, and what is written, while a request stands at each point. */
@Timeout(60)
final class HttpPointsTest {
    private static final String POST =
            "POST /t/effects HTTP/1.1\r\nHost: h\r\nIdempotency-Key: op-1\r\nContent-Length: 2\r\n\r\nhi";

    @TempDir
    private Path directory;

    @Test
    void aPublicationPassesTheFivePointsInOrder() throws Exception {
        Path file = directory.resolve("ledger.sqlite");
        try (FakeHarness harness = new FakeHarness();
                CrashGate gate = harness.welcome();
                Ledger ledger = Ledger.open(file, Contract.DEDUP_QUERY, InstantSource.system());
                HttpFace face = HttpFace.listen(new Effects(ledger, gate, "t", "task-1"));
                Socket client =
                        new Socket(face.address().getAddress(), face.address().getPort())) {
            client.getOutputStream().write(POST.getBytes(StandardCharsets.US_ASCII));

            assertThat(harness.point()).isEqualTo("after_receive");
            assertThat(Sql.rows(file, "SELECT kind FROM request_log")).isEmpty();
            harness.go();
            assertThat(harness.point()).isEqualTo("before_commit");
            assertThat(Sql.rows(file, "SELECT operation FROM effect")).isEmpty();
            harness.go();
            assertThat(harness.point()).isEqualTo("after_commit");
            assertThat(Sql.rows(file, "SELECT operation FROM effect")).containsExactly("op-1");
            assertThat(whatCame(client)).isEmpty();
            harness.go();
            assertThat(harness.point()).isEqualTo("mid_reply");
            String half = whatCame(client);
            assertThat(half)
                    .startsWith("HTTP/1.1 201")
                    .contains("\r\n\r\n{\"receipt\":\"")
                    .doesNotEndWith("}\n");
            harness.go();
            assertThat(harness.point()).isEqualTo("after_reply");
            assertThat(whatCame(client)).endsWith("}\n");
            harness.go();
        }
    }

    /** Two requests of one connection at points at once would make more threads than connections. */
    @Test
    void theNextRequestOfAConnectionWaitsForTheLastPointOfTheOneBefore() throws Exception {
        try (FakeHarness harness = new FakeHarness();
                CrashGate gate = harness.welcome();
                Ledger ledger =
                        Ledger.open(directory.resolve("ledger.sqlite"), Contract.DEDUP_QUERY, InstantSource.system());
                HttpFace face = HttpFace.listen(new Effects(ledger, gate, "t", "task-1"));
                Socket client =
                        new Socket(face.address().getAddress(), face.address().getPort())) {
            client.getOutputStream().write(POST.getBytes(StandardCharsets.US_ASCII));
            for (String point : List.of("after_receive", "before_commit", "after_commit", "mid_reply")) {
                assertThat(harness.point()).isEqualTo(point);
                harness.go();
            }
            assertThat(harness.point()).isEqualTo("after_reply");
            assertThat(whatCame(client)).endsWith("}\n");

            client.getOutputStream().write(POST.getBytes(StandardCharsets.US_ASCII));
            assertThat(whatCame(client)).isEmpty();
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .containsOnlyOnce("http-request");
            harness.go();
            assertThat(harness.point()).isEqualTo("after_receive");
        }
    }

    /** What lies in the socket, and for a quarter of a second nothing more. */
    private static String whatCame(Socket client) throws IOException {
        client.setSoTimeout(250);
        InputStream in = client.getInputStream();
        StringBuilder text = new StringBuilder();
        try {
            for (int next = in.read(); next >= 0; next = in.read()) {
                text.append((char) next);
            }
        } catch (SocketTimeoutException silence) {
            return text.toString();
        }
        return text.append(" and the end").toString();
    }
}
