package dev.crashharness.publisher.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.FrameReader;
import dev.crashharness.publisher.protocol.FrameReader.Read;
import dev.crashharness.publisher.protocol.Reply;
import dev.crashharness.publisher.protocol.Reply.Status;
import dev.crashharness.publisher.protocol.Request;
import dev.crashharness.sqlite.Sql;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server answers to lines that break the page, and that they leave no trace in its ledger. */
@Timeout(60)
final class RefusedFramesTest {
    private static final String WHOLE =
            "{\"kind\":\"publish\",\"token\":\"t\",\"task\":\"task-1\",\"operation\":\"op-1\",\"attempt\":\"a-1\","
                    + "\"generation\":1,\"payload\":\"hello\"}";

    @TempDir
    private Path directory;

    private ServedLedger served;

    @BeforeEach
    void serve() throws Exception {
        served = new ServedLedger(file(), "t");
    }

    @AfterEach
    void close() throws Exception {
        served.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    "op-1"                  | ""                     | operation is empty
                    "op-1"                  | 7                      | operation is a number, expected a string
                    "op-1"                  | null                   | operation is null, expected a string
                    "op-1"                  | ["op-1"]               | operation is an array, expected a string
                    "op-1"                  | "op\\u0000"            | operation holds a control character
                    "op-1"                  | "op\\ud83e"            | operation holds half of a surrogate pair
                    "op-1"                  | "op-1","operation":"op-2" | operation stands there twice
                    "a-1"                   | true                   | attempt is true, expected a string
                    "a-1"                   | "a\\n1"                | attempt holds a control character
                    "hello"                 | "\\udd80"              | payload holds half of a surrogate pair
                    "hello"                 | {"text":"hello"}       | payload is an object, expected a string
                    "task-1"                | "task\\u007f1"         | task holds a control character
                    :1,                     | :"1",                  | generation is a string, expected a whole number
                    :1,                     | :1.5,                  | generation is 1.5, expected a whole number
                    :1,                     | :-1,                   | generation is -1, expected a whole number from 0
                    :1,                     | :9223372036854775808,  | generation is 9223372036854775808, expected a whole number
                    "publish"               | "PUBLISH"              | kind is 'PUBLISH', expected one of publish, lookup, cancel
                    "publish"               | "cancel"               | original is missing
                    "publish"               | "cancel","original":"op-1" | original is the cancel's own operation
                    "publish"               | "cancel","original":"" | original is empty
                    """)
    void aFieldThatIsNotAsThePageSaysIsRefusedByItsName(String field, String instead, String why) throws Exception {
        assertThat(WHOLE).contains(field);

        assertRefused(WHOLE.replace(field, instead) + "\n", why);
    }

    /** The fourth of a frame that a point's announcement has room for: one of 4 KiB ended the connection without a word. */
    @ParameterizedTest
    @ValueSource(ints = {65, 5000, 60_000})
    void anIdLongerThanThePageAllowsIsRefused(int length) throws Exception {
        String id = "o".repeat(length);

        assertRefused(WHOLE.replace("op-1", id) + "\n", "operation has " + length + " characters, expected at most 64");
        assertRefused(WHOLE.replace("a-1", id) + "\n", "attempt has " + length + " characters, expected at most 64");
    }

    @Test
    void theLongestIdIsCountedInCharactersAndComesBackAsItWasSent() throws Exception {
        String id = "🦀".repeat(64);
        try (RawClient client = new RawClient(served.address())) {
            client.send(WHOLE.replace("op-1", id).replace("a-1", id) + "\n");

            Reply reply = client.reply();
            assertThat(reply.status()).isEqualTo(Status.RECEIPT);
            assertThat(reply.operation()).isEqualTo(id);
            assertThat(reply.attempt()).isEqualTo(id);
        }
    }

    /** A refusal that names no operation is somebody else's to a client: it would stay unknown. */
    @Test
    void aRefusalNamesTheOperationAndAttemptThatCouldBeRead() throws Exception {
        try (RawClient client = new RawClient(served.address())) {
            client.send(WHOLE.replace(":1,", ":-1,") + "\n");

            Reply reply = client.reply();
            assertThat(reply.operation()).isEqualTo("op-1");
            assertThat(reply.attempt()).isEqualTo("a-1");
        }
    }

    /** Replaced by one and the same character, two payloads would be one. */
    @Test
    void malformedBytesAreRefusedAndNotReplaced() throws Exception {
        byte[] frame = (WHOLE + "\n").getBytes(StandardCharsets.UTF_8);
        frame[WHOLE.indexOf("hello")] = (byte) 0xff;
        try (RawClient client = new RawClient(served.address())) {
            client.send(frame);

            assertThat(client.reply().detail()).isEqualTo("a frame that is not UTF-8; nothing was done");
            assertThat(client.read()).isEqualTo(new Read.End());
        }
        assertThat(requests()).isEmpty();
    }

    @Test
    void aFrameOfTheLimitIsExecutedAndOneByteMoreIsNot() throws Exception {
        String longest =
                WHOLE.replace("hello", "x".repeat(FrameReader.MAX_BYTES - 1 - WHOLE.length() + "hello".length()));
        assertThat(longest).hasSize(FrameReader.MAX_BYTES - 1);
        assertRefused(longest + " \n", "a frame longer than 65536 bytes");

        try (RawClient client = new RawClient(served.address())) {
            client.send(longest + "\n");
            assertThat(client.reply().status()).isEqualTo(Status.RECEIPT);
        }
        assertThat(requests()).hasSize(1);
    }

    /** Closed over unread bytes, the connection would be reset and the answer lost. */
    @Test
    void theAnswerToAFrameThatIsMuchTooLongArrives() throws Exception {
        assertRefused("x".repeat(4 << 20) + "\n", "a frame longer than 65536 bytes");
    }

    @Test
    void theSentenceOfARefusalIsShortWhateverItComplainsAbout() throws Exception {
        try (RawClient client = new RawClient(served.address())) {
            client.send(WHOLE.replace("\"publish\"", "\"" + "p".repeat(60_000) + "\"") + "\n");

            assertThat(client.reply().detail()).hasSizeLessThan(200);
        }
    }

    @Test
    void allThatThePageAllowsInAPayloadIsAllowed() throws Exception {
        String payload = "\u0000\u0001\u007f\u0085\u2028 🦀 \ufffd \ufeff";
        try (RawClient client = new RawClient(served.address())) {
            client.send(Codec.print(Request.publish("t", "task-1", "op-1", "a-1", 1, payload)));

            assertThat(client.reply().status()).isEqualTo(Status.RECEIPT);
        }
    }

    private void assertRefused(String frame, String why) throws Exception {
        try (RawClient client = new RawClient(served.address())) {
            client.send(frame);

            Reply reply = client.reply();
            assertThat(reply.status()).isEqualTo(Status.REFUSED);
            assertThat(reply.detail())
                    .contains(why)
                    .endsWith("; nothing was done")
                    .hasSizeLessThan(200);
            assertThat(client.read()).isEqualTo(new Read.End());
        }
        assertThat(requests()).isEmpty();
    }

    private List<String> requests() throws SQLException {
        return Sql.rows(file(), "SELECT kind FROM request_log");
    }

    private Path file() {
        return directory.resolve("ledger.sqlite");
    }
}
