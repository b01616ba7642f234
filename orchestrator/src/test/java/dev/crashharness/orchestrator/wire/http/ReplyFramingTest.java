package dev.crashharness.orchestrator.wire.http;

import static dev.crashharness.orchestrator.wire.frame.Chunks.described;
import static dev.crashharness.orchestrator.wire.frame.Chunks.feed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.wire.frame.Chunk;
import dev.crashharness.orchestrator.wire.frame.Framer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a response begins and ends, which hangs on what was asked. */
class ReplyFramingTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";
    private static final String LENGTH_ONLY = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";

    private final HttpFramers framers = new HttpFramers();
    private final Framer replies = framers.replies();

    @ParameterizedTest
    @ValueSource(
            strings = {
                OK,
                "HTTP/1.1 204 No Content\r\n\r\n",
                "HTTP/1.0 304\r\nContent-Length: 7\r\n\r\n",
                "HTTP/1.1 201 \r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-Trailer: 1\r\n\r\n"
            })
    void aReplyIsOneFrameAndTheNextBeginsBehindIt(String reply) {
        ask("GET");
        ask("GET");

        assertThat(described(feed(replies, reply + reply + "HTT"))).containsExactly("frame " + reply, "frame " + reply);
        assertThat(described(List.of(replies.rest()))).containsExactly("BEGINS HTT");
    }

    @Test
    void anInterimResponseIsNoReply() {
        ask("POST");
        String early = "HTTP/1.1 100 Continue\r\n\r\n";
        String hint = "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n";

        assertThat(described(feed(replies, early + hint + OK)))
                .containsExactly("INTERIM " + early, "INTERIM " + hint, "frame " + OK);
    }

    @Test
    void aReplyToHeadHasNoBodyWhateverItsLength() {
        ask("HEAD");
        ask("GET");

        assertThat(described(feed(replies, LENGTH_ONLY + OK))).containsExactly("frame " + LENGTH_ONLY, "frame " + OK);
    }

    @Test
    void requestsThatWerePipelinedAreAnsweredInTheirOrder() {
        ask("GET");
        ask("HEAD");
        ask("GET");

        assertThat(described(feed(replies, OK + LENGTH_ONLY + OK)))
                .containsExactly("frame " + OK, "frame " + LENGTH_ONLY, "frame " + OK);
    }

    @Test
    void aRequestThatWasNeverHandedOnIsNotAnswered() {
        feed(framers.requests(), "HEAD /dropped HTTP/1.1\r\n\r\n");
        ask("GET");

        assertThat(described(feed(replies, OK))).containsExactly("frame " + OK);
    }

    @Test
    void aDoubledRequestIsAnsweredTwice() {
        Chunk head = feed(framers.requests(), "HEAD / HTTP/1.1\r\n\r\n").get(0);
        framers.sending(head);
        framers.sending(head);

        assertThat(described(feed(replies, LENGTH_ONLY + LENGTH_ONLY))).hasSize(2);
    }

    @Test
    void aReplyWithoutLengthEndsWithItsConnection() {
        ask("GET");
        String head = "HTTP/1.0 200 OK\r\n\r\n";

        assertThat(feed(replies, head)).isEmpty();
        assertThat(feed(replies, "all of ")).isEmpty();
        assertThat(feed(replies, "this")).isEmpty();
        assertThat(described(List.of(replies.rest()))).containsExactly("frame " + head + "all of this");
    }

    @Test
    void aReplyThatIsCutShortIsNoFrame() {
        ask("GET");
        feed(replies, OK.substring(0, OK.length() - 1));

        assertThat(replies.rest().isNoFrame()).isTrue();
    }

    @Test
    void behindAnUpgradeThereAreNoMessages() {
        ask("GET");
        String switching = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n";

        assertThat(described(feed(replies, switching + OK))).containsExactly("TALK " + switching, "TALK " + OK);
        assertThat(described(feed(framers.requests(), "GET / HTTP/1.1\r\n\r\n")))
                .containsExactly("TALK GET / HTTP/1.1\r\n\r\n");
    }

    @Test
    void behindAGrantedConnectThereAreNoMessages() {
        ask("CONNECT");

        assertThat(described(feed(replies, LENGTH_ONLY + OK))).containsExactly("frame " + LENGTH_ONLY, "TALK " + OK);
    }

    @Test
    void aRefusedConnectIsAnsweredLikeAnythingElse() {
        ask("CONNECT");
        String refused = "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno";

        assertThat(described(feed(replies, refused + OK))).containsExactly("frame " + refused, "frame " + OK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "220 ready\r\n",
                "HTTP/2 200\r\n",
                "HTTP/1.1 OK\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot hex\r\n"
            })
    void whatIsNoResponsePassesAtOnceAndSoDoesAllThatFollows(String garbage) {
        assertThat(described(feed(replies, garbage))).containsExactly("GARBAGE " + garbage);
        assertThat(described(feed(replies, OK))).containsExactly("GARBAGE " + OK);
    }

    @Test
    void whatTheRelayHasSaidItselfIsSwallowedOnce() {
        String goOn = "HTTP/1.1 100 Continue\r\n\r\n";
        feed(framers.requests(), "POST / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
        framers.clientWasTold();
        framers.sending(feed(framers.requests(), "hi").get(0));

        assertThat(described(feed(replies, goOn + goOn + OK)))
                .containsExactly("SWALLOWED " + goOn, "INTERIM " + goOn, "frame " + OK);
    }

    private void ask(String method) {
        framers.sending(feed(framers.requests(), method + " / HTTP/1.1\r\n\r\n").get(0));
    }
}
