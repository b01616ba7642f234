package dev.crashharness.orchestrator.cell.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crashharness.orchestrator.wire.Frame;
import dev.crashharness.orchestrator.wire.Frame.Direction;
import dev.crashharness.publisher.protocol.Codec;
import dev.crashharness.publisher.protocol.Request;
import org.junit.jupiter.api.Test;

class TokenTest {
    private final Token token = Token.random();

    @Test
    void aRequestWithTheTokenIsAdmitted() {
        assertThat(token.admits(request(publish(token.text())))).isTrue();
        assertThat(token.admits(request(Codec.print(Request.lookup(token.text(), "task-1", "op-1", 1)))))
                .isTrue();
    }

    @Test
    void aRequestWithAnotherTokenOrNoneIsNot() {
        assertThat(token.admits(request(publish(Token.random().text())))).isFalse();
        assertThat(token.admits(request(publish("")))).isFalse();
        assertThat(token.admits(request("GET / HTTP/1.1"))).isFalse();
        assertThat(token.admits(request("{\"token\":\"" + token.text() + "\"}")))
                .isFalse();
    }

    /** It answers a request that was admitted. */
    @Test
    void aReplyIsAdmittedWhateverItSays() {
        assertThat(token.admits(new Frame(Direction.REPLY, 1, 1, "oops", false)))
                .isTrue();
    }

    @Test
    void noTwoRunsHaveTheSame() {
        assertThat(token.text()).hasSize(32).isNotEqualTo(Token.random().text());
    }

    private static String publish(String shown) {
        return Codec.print(Request.publish(shown, "task-1", "op-1", "a-1", 1, "text"));
    }

    private static Frame request(String text) {
        return new Frame(Direction.REQUEST, 1, 1, text, false);
    }
}
