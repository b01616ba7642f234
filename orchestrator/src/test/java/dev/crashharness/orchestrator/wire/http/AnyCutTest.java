package dev.crashharness.orchestrator.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.wire.frame.Chunk;
import dev.crashharness.orchestrator.wire.frame.Chunks;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** However the bytes are cut on their way, what comes of them is the same. */
class AnyCutTest {
    private static final List<String> REQUESTS = List.of(
            "GET /a HTTP/1.1\r\nHost: h\r\n\r\n",
            "\r\nHEAD /b HTTP/1.1\n\n",
            "POST /c HTTP/1.1\r\nContent-Length: 7\r\n\r\n\r\n\r\nGET",
            "PUT /d HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n1\r\n\n\r\n0\r\nT: 1\r\n\r\n");

    private static final List<String> REPLIES = List.of(
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n\r\n\r\n",
            "HTTP/1.1 204\r\n\r\n",
            "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\nb\r\nhello world\r\n0\r\n\r\n");

    @Property
    void requestsAreTheSame(@ForAll("requests") List<String> requests, @ForAll("pieces") List<Integer> pieces) {
        String text = String.join("", requests);

        List<Chunk> chunks = Chunks.feedInPieces(new HttpFramers().requests(), text, pieces);

        assertThat(Chunks.frames(chunks)).isEqualTo(requests);
        assertThat(Chunks.joined(chunks)).isEqualTo(text);
    }

    @Property
    void repliesAreTheSame(
            @ForAll("replies") List<String> replies, @ForAll("pieces") List<Integer> pieces, @ForAll boolean interim) {
        String text = (interim ? "HTTP/1.1 102 Wait\r\n\r\n" : "") + String.join("", replies);

        List<Chunk> chunks = Chunks.feedInPieces(new HttpFramers().replies(), text, pieces);

        assertThat(Chunks.frames(chunks)).isEqualTo(replies);
        assertThat(Chunks.joined(chunks)).isEqualTo(text);
    }

    @Property
    void noByteIsLostAndNoneIsAdded(@ForAll("noise") String text, @ForAll("pieces") List<Integer> pieces) {
        List<Chunk> requests = Chunks.feedInPieces(new HttpFramers().requests(), text, pieces);
        List<Chunk> replies = Chunks.feedInPieces(new HttpFramers().replies(), text, pieces);

        assertThat(Chunks.joined(requests)).isEqualTo(text);
        assertThat(Chunks.joined(replies)).isEqualTo(text);
        assertThat(Chunks.frames(Chunks.feedInPieces(new HttpFramers().requests(), text, List.of(text.length() + 1))))
                .isEqualTo(Chunks.frames(requests));
    }

    @Provide
    Arbitrary<List<String>> requests() {
        return Arbitraries.of(REQUESTS).list().ofMaxSize(6);
    }

    @Provide
    Arbitrary<List<String>> replies() {
        return Arbitraries.of(REPLIES).list().ofMaxSize(6);
    }

    @Provide
    Arbitrary<List<Integer>> pieces() {
        return Arbitraries.integers().between(1, 40).list().ofMinSize(1).ofMaxSize(8);
    }

    /** Parts of messages in any order. */
    @Provide
    Arbitrary<String> noise() {
        return Arbitraries.of(
                        "GET / HTTP/1.1",
                        "HTTP/1.1 200 OK",
                        "HTTP/1.1 100 ",
                        "\r\n",
                        "\n",
                        "Content-Length: 3",
                        "Transfer-Encoding: chunked",
                        "3",
                        "0",
                        "abc",
                        " ",
                        "\u0000",
                        "\u00ff")
                .list()
                .ofMaxSize(24)
                .map(parts -> String.join("", parts));
    }
}
