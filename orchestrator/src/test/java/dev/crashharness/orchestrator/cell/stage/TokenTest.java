package dev.crashharness.orchestrator.cell.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.target.Link;
import dev.crashharness.orchestrator.target.Link.Readiness;
import dev.crashharness.orchestrator.wire.Frame;
import dev.crashharness.orchestrator.wire.Frame.Direction;
import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.Request;
import org.junit.jupiter.api.Test;

class TokenTest {
    private static final Link HTTP = new Link(Framing.HTTP, Readiness.ANNOUNCED, true);

    private final Token token = Token.random();

    @Test
    void aRequestWithTheTokenIsAdmitted() {
        assertThat(admits(request(publish(token.text())))).isTrue();
        assertThat(admits(request(Codec.print(Request.lookup(token.text(), "task-1", "op-1", 1)))))
                .isTrue();
    }

    @Test
    void aRequestWithAnotherTokenOrNoneIsNot() {
        assertThat(admits(request(publish(Token.random().text())))).isFalse();
        assertThat(admits(request(publish("")))).isFalse();
        assertThat(admits(request("GET / HTTP/1.1"))).isFalse();
        assertThat(admits(request("{\"token\":\"" + token.text() + "\",\"token\":\"t\"}")))
                .isFalse();
    }

    /** Reset as a stranger's, it would never come to the publisher, whose answer says what is wrong with it. */
    @Test
    void aRequestOfThisRunsOwnIsAdmittedWhateverElseIsWrongWithIt() {
        assertThat(admits(request("{\"token\":\"" + token.text() + "\"}"))).isTrue();
        assertThat(admits(request(publish(token.text()).replace("op-1", "o".repeat(65)))))
                .isTrue();
        assertThat(admits(request(publish(token.text()).replace(":1,", ":\"1\","))))
                .isTrue();
    }

    /** It answers a request that was admitted. */
    @Test
    void aReplyIsAdmittedWhateverItSays() {
        assertThat(admits(new Frame(Direction.REPLY, 1, 1, "oops", false))).isTrue();
    }

    @Test
    void noTwoRunsHaveTheSame() {
        assertThat(token.text()).hasSize(32).isNotEqualTo(Token.random().text());
    }

    @Test
    void anHttpRequestShowsItAsTheFirstSegmentOfItsPath() {
        assertThat(token.admits(HTTP, get("/" + token.text() + "/effects/op-1")))
                .isTrue();
        assertThat(token.admits(HTTP, get("http://127.0.0.1:1/" + token.text() + "/effects")))
                .isTrue();
        assertThat(token.admits(HTTP, get("/" + token.text()))).isTrue();
        assertThat(token.admits(HTTP, get("/effects/" + token.text()))).isFalse();
        assertThat(token.admits(HTTP, get("/" + token.text() + "x/effects"))).isFalse();
        assertThat(token.admits(HTTP, get("*"))).isFalse();
        assertThat(token.admits(HTTP, request(publish(token.text())))).isFalse();
    }

    @Test
    void whereNobodyShowsOneEveryoneIsAdmitted() {
        Link ofTheirOwn = new Link(Framing.HTTP, Readiness.ANNOUNCED, false);
        Link unread = new Link(Framing.CONNECTION, Readiness.ANNOUNCED, true);

        assertThat(token.admits(ofTheirOwn, get("/pay"))).isTrue();
        assertThat(token.admits(unread, request("\u0000\u0001"))).isTrue();
    }

    private boolean admits(Frame frame) {
        return token.admits(Link.DOCUMENTED, frame);
    }

    private static Frame get(String target) {
        return request("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n");
    }

    private static String publish(String shown) {
        return Codec.print(Request.publish(shown, "task-1", "op-1", "a-1", 1, "text"));
    }

    private static Frame request(String text) {
        return new Frame(Direction.REQUEST, 1, 1, text, false);
    }
}
