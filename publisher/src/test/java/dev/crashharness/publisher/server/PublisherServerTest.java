package dev.crashharness.publisher.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.client.Answer.Answered;
import dev.crashharness.publisher.client.PublisherClient;
import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.FrameReader;
import dev.crashharness.publisher.protocol.FrameReader.Read;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.sqlite.Sql;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real server on a real ledger, asked over loopback. */
@Timeout(60)
final class PublisherServerTest {
    private static final String TOKEN = "s3cret";

    @TempDir
    private Path directory;

    private ServedLedger served;

    @BeforeEach
    void serve() throws Exception {
        served = new ServedLedger(file(), TOKEN);
    }

    @AfterEach
    void close() throws Exception {
        served.close();
    }

    @Test
    void aPublishRequestIsAnsweredWithTheReceiptOfItsEffect() throws Exception {
        PublisherClient client = new PublisherClient(served.address(), Duration.ofSeconds(10));

        Answered answer = (Answered) client.exchange(publish(TOKEN, "op-1"));

        assertThat(answer.reply().status()).isEqualTo(Status.RECEIPT);
        assertThat(effects()).containsExactly("op-1|" + answer.reply().receipt());
    }

    @Test
    void oneConnectionMayAskSeveralTimes() throws Exception {
        try (RawClient client = new RawClient(served.address())) {
            client.send(Codec.print(Request.lookup(TOKEN, "task-1", "op-1", 1)));
            client.send(Codec.print(publish(TOKEN, "op-1")));
            assertThat(client.reply().status()).isEqualTo(Status.NOT_FOUND);
            Reply receipt = client.reply();

            client.send(Codec.print(Request.lookup(TOKEN, "task-1", "op-1", 1)));
            assertThat(client.reply().receipt()).isEqualTo(receipt.receipt());
        }
    }

    @Test
    void requestsOfManyConnectionsAtOnceMakeOneEffect() throws Exception {
        PublisherClient client = new PublisherClient(served.address(), Duration.ofSeconds(10));
        List<CompletableFuture<String>> receipts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            receipts.add(CompletableFuture.supplyAsync(() ->
                    ((Answered) client.exchange(publish(TOKEN, "op-1"))).reply().receipt()));
        }

        Set<String> distinct = new HashSet<>();
        for (CompletableFuture<String> receipt : receipts) {
            distinct.add(receipt.get(10, TimeUnit.SECONDS));
        }
        assertThat(distinct).hasSize(1);
        assertThat(effects()).containsExactly("op-1|" + distinct.iterator().next());
        assertThat(requests()).hasSize(8);
    }

    @Test
    void aWrongTokenIsRefusedAndLeavesNoTrace() throws Exception {
        try (RawClient client = new RawClient(served.address())) {
            client.send(Codec.print(publish("guess", "op-1")));

            Reply reply = client.reply();
            assertThat(reply.status()).isEqualTo(Status.REFUSED);
            assertThat(reply.operation()).isEqualTo("op-1");
            assertThat(reply.detail()).contains("token", "nothing was done");
            assertThat(client.read()).isEqualTo(new Read.End());
        }
        assertThat(requests()).isEmpty();
        assertThat(effects()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1", "{\"kind\":\"publish\"}", ""})
    void aFrameThatMakesNoSenseIsAnsweredAndEndsTheConversation(String frame) throws Exception {
        try (RawClient client = new RawClient(served.address())) {
            client.send(frame + "\n");

            Reply reply = client.reply();
            assertThat(reply.status()).isEqualTo(Status.REFUSED);
            assertThat(reply.detail()).endsWith("nothing was done");
            assertThat(client.read()).isEqualTo(new Read.End());
        }
        assertThat(requests()).isEmpty();
    }

    @Test
    void aFrameWithoutEndIsAnsweredAndEndsTheConversation() throws Exception {
        try (RawClient client = new RawClient(served.address())) {
            client.send("x".repeat(FrameReader.MAX_BYTES));

            assertThat(client.reply().detail()).contains("longer than " + FrameReader.MAX_BYTES);
            assertThat(client.read()).isEqualTo(new Read.End());
        }
    }

    @Test
    void halfARequestAndThenNothingChangesNothing() throws Exception {
        String frame = Codec.print(publish(TOKEN, "op-1"));
        try (RawClient client = new RawClient(served.address())) {
            // All but the newline.
            client.send(frame.substring(0, frame.length() - 1));
            client.endSending();

            assertThat(client.read()).isEqualTo(new Read.End());
        }
        assertThat(requests()).isEmpty();
        assertThat(effects()).isEmpty();
    }

    @Test
    void aClientThatLeavesBeforeItsReplyStillHasItsEffect() throws Exception {
        try (RawClient client = new RawClient(served.address())) {
            client.send(Codec.print(publish(TOKEN, "op-1")));
            client.endSending();
            // The end comes behind the reply: the request was executed although its sender had gone silent.
            assertThat(client.reply().status()).isEqualTo(Status.RECEIPT);
            assertThat(client.read()).isEqualTo(new Read.End());
        }
        assertThat(effects()).hasSize(1);
    }

    @Test
    void aLedgerThatFailsIsNoAnswerAtAll() throws Exception {
        Sql.run(file(), "DROP TABLE dedup");

        try (RawClient client = new RawClient(served.address())) {
            client.send(Codec.print(publish(TOKEN, "op-1")));

            assertThat(client.read()).isEqualTo(new Read.End());
        }
        assertThat(effects()).isEmpty();
    }

    @Test
    void aClosedServerLeavesNobodyWaiting() throws Exception {
        try (RawClient client = new RawClient(served.address())) {
            client.send(Codec.print(Request.lookup(TOKEN, "task-1", "op-1", 1)));
            client.reply();

            served.stop();

            assertThat(client.read()).isNotInstanceOf(Read.Whole.class);
            assertThat(served.serving()).succeedsWithin(Duration.ofSeconds(10));
        }
    }

    private static Request publish(String token, String operation) {
        return Request.publish(token, "task-1", operation, "a-1", 1, "hello");
    }

    private List<String> effects() throws SQLException {
        return Sql.rows(file(), "SELECT operation, receipt FROM effect");
    }

    private List<String> requests() throws SQLException {
        return Sql.rows(file(), "SELECT kind FROM request_log");
    }

    private Path file() {
        return directory.resolve("ledger.sqlite");
    }
}
