package dev.crashharness.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crashharness.orchestrator.wire.Frame.Direction;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Frames that are cut, reset or doubled on their way. */
class RelayBreakTest extends RelayFixture {
    @Test
    void halfARequestIsDeliveredThenBothSidesEnd() throws Exception {
        decision = frame -> Disposition.HALF;
        try (Peer client = client()) {
            client.send("abcdefg\n");

            assertThat(accept().toTheEnd()).isEqualTo("abcd");
            assertThat(client.toTheEnd()).isEmpty();
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
    }

    @Test
    void halfAReplyIsDeliveredThenBothSidesEnd() throws Exception {
        decision = frame -> frame.direction() == Direction.REPLY ? Disposition.HALF : Disposition.FORWARD;
        try (Peer client = client()) {
            client.send("one\n");
            Peer upstream = accept();
            upstream.line();
            upstream.send("1234567\n");

            assertThat(client.toTheEnd()).isEqualTo("1234");
            assertThat(upstream.toTheEnd()).isEmpty();
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
    }

    @Test
    void aResetRequestNeverReachesThePublisher() throws Exception {
        decision = frame -> frame.text().equals("lost") ? Disposition.RESET : Disposition.FORWARD;
        try (Peer client = client();
                Peer next = client()) {
            client.send("lost\n");

            assertThatThrownBy(client::line).isInstanceOf(IOException.class);
            assertThat(relay.awaitIdle(LONG)).isTrue();
            next.send("kept\n");
            assertThat(heardBy(accept())).isEqualTo("kept\n");
        }
    }

    /** The reset request may have dialled before it was decided; that connection then carries nothing. */
    private String heardBy(Peer upstream) throws IOException {
        String line = upstream.line();
        return line.isEmpty() ? heardBy(accept()) : line;
    }

    @Test
    void aResetReplyResetsBothSides() throws Exception {
        decision = frame -> frame.direction() == Direction.REPLY ? Disposition.RESET : Disposition.FORWARD;
        try (Peer client = client()) {
            client.send("one\n");
            Peer upstream = accept();
            upstream.line();
            upstream.send("1\n");

            assertThatThrownBy(client::line).isInstanceOf(IOException.class);
            assertThatThrownBy(upstream::line).isInstanceOf(IOException.class);
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
    }

    @Test
    void aDoubledRequestIsOwedTwoAnswers() throws Exception {
        decision = frame -> frame.direction() == Direction.REQUEST ? Disposition.DUPLICATE : Disposition.FORWARD;
        try (Peer client = client()) {
            client.send("one\n");
            Peer upstream = accept();
            assertThat(upstream.line() + upstream.line()).isEqualTo("one\none\n");
            upstream.send("1\n");
            assertThat(client.line()).isEqualTo("1\n");
            awaitPending("connection 1: 2 delivered, 1 answered");

            upstream.send("2\n");
            assertThat(client.line()).isEqualTo("2\n");
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
    }

    @Test
    void aDoubledReplyIsReadTwice() throws Exception {
        decision = frame -> frame.direction() == Direction.REPLY ? Disposition.DUPLICATE : Disposition.FORWARD;
        try (Peer client = client()) {
            client.send("one\n");
            Peer upstream = accept();
            upstream.line();
            upstream.send("1\n");

            assertThat(client.line() + client.line()).isEqualTo("1\n1\n");
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
    }
}
