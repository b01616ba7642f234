package dev.crashharness.publisher.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.crashharness.crashpoint.CrashGate;
import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.Answer.Unanswered;
import dev.crashharness.publisher.ledger.Ledger;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.FrameReader;
import dev.crashharness.publisher.protocol.Reply.Status;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.publisher.server.http.Effects;
import dev.crashharness.publisher.server.http.HttpFace;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Asks a real server. */
@Timeout(60)
final class HttpPublisherClientTest {
    @TempDir
    private Path directory;

    private Ledger ledger;
    private HttpFace face;
    private HttpPublisherClient client;

    @BeforeEach
    void listen() throws Exception {
        ledger = Ledger.open(directory.resolve("ledger.sqlite"), Contract.FENCED, InstantSource.system());
        face = HttpFace.listen(new Effects(ledger, CrashGate.disarmed(), "t", "task-1"));
        client = to("/t");
    }

    @AfterEach
    void close() throws Exception {
        face.close();
        ledger.close();
    }

    @Test
    void eachAnswerOfThePublisherIsUnderstood() {
        assertThat(status(lookup("op/1", 2))).isEqualTo(Status.NOT_FOUND);
        Answer made = client.exchange(publish("op/1", 2, "hello"));
        assertThat(status(made)).isEqualTo(Status.RECEIPT);
        assertThat(((Answered) lookup("op/1", 2)).reply().receipt())
                .isEqualTo(((Answered) made).reply().receipt());
        assertThat(status(client.exchange(publish("op/1", 2, "other")))).isEqualTo(Status.CONFLICT);
        assertThat(status(client.exchange(publish("op/1", 1, "hello")))).isEqualTo(Status.FENCED);
        assertThat(status(to("/guess").exchange(publish("op/1", 2, "hello")))).isEqualTo(Status.REFUSED);
    }

    @Test
    void aPublisherThatIsNotThereAnswersNothing() {
        face.close();

        assertThat(lookup("op-1", 1)).isInstanceOf(Unanswered.class);
    }

    /** A byte each time keeps a connection alive, and was waited for as long as they came. */
    @Test
    void aBodyThatTricklesDoesNotExtendTheTimeout() throws Exception {
        CountDownLatch hungUp = new CountDownLatch(1);
        try (RawServer trickling = new RawServer(socket -> trickle(socket, hungUp))) {
            URI base = URI.create("http://127.0.0.1:" + trickling.address().getPort() + "/t");

            Answer answer = new HttpPublisherClient(base, Duration.ofSeconds(1)).exchange(publish("op-1", 1, "hello"));

            assertThat(answer).isEqualTo(new Unanswered("no reply: not all of it came within 1000 ms"));
            assertThat(hungUp.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** However much came was kept, as long as the time lasted. */
    @Test
    void aBodyIsReadToTheLengthOfAFrameAndNoFurther() throws Exception {
        assertThat(status(answerOf(FrameReader.MAX_BYTES))).isEqualTo(Status.RECEIPT);
        assertThat(answerOf(FrameReader.MAX_BYTES + 1))
                .isEqualTo(new Unanswered("no reply: the body was longer than 65536 bytes"));
    }

    @Test
    void aBodyThatIsNoUtf8ProvesNothing() throws Exception {
        byte[] body = {'{', '"', 'r', 'e', 'c', 'e', 'i', 'p', 't', '"', ':', '"', (byte) 0xc3, '"', '}'};

        assertThat(answer(body)).isEqualTo(new Unanswered("the reply made no sense: status 200"));
    }

    /** To a receipt with so many bytes around it that all are {@code length}. */
    private static Answer answerOf(int length) throws IOException {
        String receipt = "{\"receipt\":\"r-1\"}";
        return answer((receipt + " ".repeat(length - receipt.length())).getBytes(US_ASCII));
    }

    private static Answer answer(byte[] body) throws IOException {
        try (RawServer server = new RawServer(socket -> {
            OutputStream out = socket.getOutputStream();
            String head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + body.length + "\r\n\r\n";
            out.write(head.getBytes(US_ASCII));
            out.write(body);
            // A socket that is closed while a part of the request is unread is reset, and the end of the reply lost.
            socket.shutdownOutput();
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        })) {
            URI base = URI.create("http://127.0.0.1:" + server.address().getPort() + "/t");
            return new HttpPublisherClient(base, Duration.ofSeconds(10)).exchange(publish("op-1", 1, "hello"));
        }
    }

    @Test
    void aCancelHasNoSpelling() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> client.exchange(Request.cancel("t", "task-1", "op-2", "a-1", 1, "op-1")))
                .withMessage("a cancel cannot be asked for over HTTP");
    }

    /** A receipt that needs five seconds to come. */
    private static void trickle(Socket socket, CountDownLatch hungUp) throws IOException, InterruptedException {
        String body = "{\"receipt\":\"r-1\"}" + " ".repeat(100);
        OutputStream out = socket.getOutputStream();
        try {
            out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n").getBytes(US_ASCII));
            for (byte next : body.getBytes(US_ASCII)) {
                out.write(next);
                hungUp.await(50, TimeUnit.MILLISECONDS);
            }
        } catch (SocketException e) {
            hungUp.countDown();
        }
    }

    private HttpPublisherClient to(String path) {
        URI base = URI.create("http://127.0.0.1:" + face.address().getPort() + path);
        return new HttpPublisherClient(base, Duration.ofSeconds(10));
    }

    private Answer lookup(String operation, long generation) {
        return client.exchange(Request.lookup("t", "task-1", operation, generation));
    }

    private static Request publish(String operation, long generation, String payload) {
        return Request.publish("t", "task-1", operation, "a-1", generation, payload);
    }

    private static Status status(Answer answer) {
        return ((Answered) answer).reply().status();
    }
}
