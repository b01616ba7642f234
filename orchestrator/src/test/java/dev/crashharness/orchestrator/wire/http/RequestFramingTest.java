package dev.crashharness.orchestrator.wire.http;

import static dev.crashharness.orchestrator.wire.frame.Chunks.described;
import static dev.crashharness.orchestrator.wire.frame.Chunks.feed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.wire.frame.Chunk;
import dev.crashharness.orchestrator.wire.frame.Chunks;
import dev.crashharness.orchestrator.wire.frame.Framer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a request begins and ends. */
class RequestFramingTest {
    private static final String GET = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";

    private final HttpFramers framers = new HttpFramers();
    private final Framer requests = framers.requests();

    @ParameterizedTest
    @ValueSource(
            strings = {
                GET,
                "GET /a HTTP/1.0\n\n",
                "\r\nGET /a HTTP/1.1\r\n\r\n",
                "POST /a HTTP/1.1\r\ncontent-length: 4\r\n\r\n\r\n\r\n",
                "POST /a HTTP/1.1\r\nContent-Length: 2, 2\r\nContent-Length: 2\r\n\r\nhi",
                "POST /a HTTP/1.1\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
                "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nA;x=\"y\"\r\n0123456789\r\n000\r\nT: 1\r\nU: 2\r\n\r\n",
                // A length beside it means nothing.
                "POST /a HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /a HTTP/1.1\r\nX: a\r\n folded: b\r\nContent-Length: 1\r\n\r\nx"
            })
    void aRequestIsOneFrameAndTheNextBeginsBehindIt(String request) {
        assertThat(described(feed(requests, request + request + "GET")))
                .containsExactly("frame " + request, "frame " + request);
        assertThat(requests.pending()).isEqualTo(3);
        assertThat(described(List.of(requests.rest()))).containsExactly("BEGINS GET");
    }

    @Test
    void aRequestIsHeldUntilItsLastByteIsThere() {
        String request = "POST /a HTTP/1.1\r\nContent-Length: 4\r\n\r\nabcd";

        assertThat(feed(requests, request.substring(0, request.length() - 1))).isEmpty();
        assertThat(requests.lacks()).isEqualTo("no end");
        assertThat(described(feed(requests, "d"))).containsExactly("frame " + request);
    }

    @Test
    void anEmptyLineBehindARequestIsNoHalfRequest() {
        feed(requests, GET + "\r\n");

        assertThat(requests.pending()).isZero();
        assertThat(described(feed(requests, GET))).containsExactly("frame \r\n" + GET);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0016\u0003\u0001\u0002",
                "hello\n",
                "{\"kind\":",
                "GET /a\r\n",
                "GET  /a HTTP/1.1\r\n",
                "PRI * HTTP/2.0\r\n",
                "POST /a HTTP/1.1\r\nContent-Length: five\r\n\r\n",
                "POST /a HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                "POST /a HTTP/1.1\r\nContent-Length:\r\n\r\n",
                "POST /a HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                "POST /a HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
                "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
                "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxyz",
                "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1234567890123456\r\n"
            })
    void whatIsNoRequestPassesAtOnceAndSoDoesAllThatFollows(String garbage) {
        assertThat(described(feed(requests, garbage))).containsExactly("GARBAGE " + garbage);
        assertThat(described(feed(requests, GET))).containsExactly("GARBAGE " + GET);
        assertThat(requests.rest()).isNull();
    }

    @Test
    void aHeadWithoutEndIsNoRequest() {
        List<Chunk> chunks = feed(requests, "GET /" + "x".repeat(HeadReader.MAX_BYTES));

        assertThat(chunks).singleElement().satisfies(chunk -> assertThat(chunk.isNoFrame())
                .isTrue());
    }

    @Test
    void aBodyBeyondTheLimitPassesInPiecesAndTheNextRequestIsAFrame() {
        int length = 2 * HttpFramer.MAX_FRAME_BYTES;
        String text = "POST /a HTTP/1.1\r\nContent-Length: " + length + "\r\n\r\n" + "x".repeat(length);

        List<Chunk> chunks = Chunks.feedInPieces(requests, text, List.of(16 << 10));

        assertThat(chunks.stream().map(Chunk::part).distinct())
                .containsExactly(Chunk.Part.BEGINS, Chunk.Part.INSIDE, Chunk.Part.ENDS);
        assertThat(chunks).allMatch(Chunk::isNoFrame);
        assertThat(Chunks.joined(chunks)).isEqualTo(text);
        assertThat(described(feed(requests, GET))).containsExactly("frame " + GET);
    }

    @Test
    void aRequestOfExactlyTheLimitIsAFrameAndALongerOneIsNot() {
        String head = "POST /a HTTP/1.1\r\nContent-Length: 1048000\r\n\r\n";
        String most = head + "x".repeat(1_048_000);
        String filled = "\n".repeat(HttpFramer.MAX_FRAME_BYTES - most.length()) + most;

        assertThat(Chunks.frames(feed(requests, filled))).containsExactly(filled);
        assertThat(feed(requests, "\n" + filled)).singleElement().satisfies(chunk -> assertThat(chunk.isNoFrame())
                .isTrue());
    }

    @Test
    void whatIsBehindAConnectIsNoRequest() {
        String connect = "CONNECT h:1 HTTP/1.1\r\nContent-Length: 5\r\n\r\n";

        assertThat(described(feed(requests, connect + GET))).containsExactly("frame " + connect, "TALK " + GET);
    }

    @Test
    void aClientThatWaitsToBeToldIsSeen() {
        feed(requests, "POST /a HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n");
        assertThat(framers.clientWaits()).isTrue();

        framers.clientWasTold();
        assertThat(framers.clientWaits()).isFalse();
        assertThat(feed(requests, "hi")).hasSize(1);
    }

    @Test
    void aClientThatSendsItsBodyAtOnceWaitsForNothing() {
        feed(requests, "POST /a HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nhi");

        assertThat(framers.clientWaits()).isFalse();
    }
}
