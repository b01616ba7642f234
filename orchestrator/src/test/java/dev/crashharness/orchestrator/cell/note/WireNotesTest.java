package dev.crashharness.orchestrator.cell.note;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.evidence.Event;
import dev.crashharness.orchestrator.evidence.EventLog;
import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.wire.Frame;
import dev.crashharness.orchestrator.wire.Frame.Direction;
import dev.crashharness.orchestrator.wire.WireEvent;
import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.PayloadHash;
import dev.crashharness.publisher.protocol.Request;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WireNotesTest {
    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    private Path directory;

    private EventLog log;

    @BeforeEach
    void open() throws Exception {
        log = EventLog.append(directory.resolve("events.jsonl"));
    }

    @AfterEach
    void close() throws Exception {
        log.close();
    }

    @Test
    void aPublicationOverHttpSaysWhatALineWouldSay() {
        String payload = "caf\u00e9";
        Map<String, String> line = note(
                Framing.LINES,
                Direction.REQUEST,
                Codec.print(Request.publish(TOKEN, "task-1", "op-1", "a-1", 3, payload)));
        Map<String, String> http = note(
                Framing.HTTP,
                Direction.REQUEST,
                "POST /" + TOKEN + "/effects HTTP/1.1\r\nIdempotency-Key: \"op-1\"\r\nCrash-Harness-Attempt: a-1\r\n"
                        + "Crash-Harness-Generation: 3\r\nContent-Length: 5\r\n\r\n" + bytes(payload));

        assertThat(http)
                .containsAllEntriesOf(line)
                .containsEntry("method", "POST")
                .containsEntry("path", "/effects");
        assertThat(http.toString()).doesNotContain(TOKEN);
    }

    @Test
    void aLookupOverHttpNamesItsOperation() {
        assertThat(note(
                        Framing.HTTP,
                        Direction.REQUEST,
                        "GET /" + TOKEN + "/effects/op%201 HTTP/1.1\r\nCrash-Harness-Generation: 2\r\n\r\n"))
                .containsEntry("kind", "lookup")
                .containsEntry("operation", "op 1")
                .containsEntry("generation", "2");
    }

    /** As the publisher reads it: the bytes of UTF-8, in a header as they are, in a path encoded. */
    @Test
    void aKeyThatIsNoAsciiIsTheSameOperationInHeaderAndPath() {
        String bytes = new String("\u00e9".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);

        assertThat(note(
                        Framing.HTTP,
                        Direction.REQUEST,
                        "POST /" + TOKEN + "/effects HTTP/1.1\r\nIdempotency-Key: " + bytes
                                + "\r\nContent-Length: 0\r\n\r\n"))
                .containsEntry("operation", "\u00e9");
        assertThat(note(
                        Framing.HTTP,
                        Direction.REQUEST,
                        "GET /" + TOKEN + "/effects/%C3%A9 HTTP/1.1\r\nHost: h\r\n\r\n"))
                .containsEntry("operation", "\u00e9");
    }

    @Test
    void aReplyOverHttpNamesItsReceiptAndWhatItAnswers() {
        String head = "HTTP/1.1 201 Created\r\nIdempotency-Key: op-1\r\nCrash-Harness-Attempt: a-1\r\n";
        String body = "Transfer-Encoding: chunked\r\n\r\n10\r\n{\"receipt\":\"r-1\"\r\n1\r\n}\r\n0\r\n\r\n";

        assertThat(note(Framing.HTTP, Direction.REPLY, head + body))
                .containsEntry("status", "201")
                .containsEntry("operation", "op-1")
                .containsEntry("attempt", "a-1")
                .containsEntry("receipt", "r-1");
    }

    @Test
    void anotherPublishersRequestSaysWhatCanBeReadOfIt() {
        assertThat(note(
                        Framing.HTTP,
                        Direction.REQUEST,
                        "PUT /pay HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"))
                .containsEntry("kind", "other")
                .containsEntry("method", "PUT")
                .containsEntry("path", "/pay")
                .containsEntry("operation", "")
                .containsEntry("payload_hash", PayloadHash.of("hi"));
        assertThat(note(Framing.HTTP, Direction.REPLY, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npaid"))
                .containsEntry("status", "200")
                .containsEntry("receipt", "");
    }

    @Test
    void ofBytesThatNobodyCanReadTheirNumberIsNoted() {
        assertThat(note(Framing.CONNECTION, Direction.REQUEST, "\u0000\u0001\u00ff"))
                .containsEntry("bytes", "3")
                .containsEntry("hit", "1")
                .containsEntry("action", "forward");
    }

    @Test
    void whatIsNoFrameIsNotedInASentence() {
        new WireNotes(log, Framing.HTTP, TOKEN).note(new WireEvent.NotAFrame(Direction.REPLY, 2, 17));

        assertThat(log.events())
                .last()
                .extracting(event -> event.get("text"))
                .isEqualTo("17 bytes on connection 2 are no whole reply and passed without being asked about");
    }

    private Map<String, String> note(Framing framing, Direction direction, String text) {
        new WireNotes(log, framing, TOKEN).note("worker-1", new Frame(direction, 1, 1, text, false), "forward");
        Event event = log.events().get(log.events().size() - 1);
        return event.fields();
    }

    private static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
