package dev.crashharness.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.wire.Frame.Direction;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Bytes that nobody here can read, through a real relay. */
class RelayConnectionTest extends RelayFixture {
    @Override
    Framing framing() {
        return Framing.CONNECTION;
    }

    @Test
    void theFirstBytesOfEachDirectionAreFramesAndTheRestPasses() throws Exception {
        try (Peer client = client()) {
            client.send("one");
            Peer upstream = accept();
            assertThat(upstream.next(3)).isEqualTo("one");
            upstream.send("1");
            assertThat(client.next(1)).isEqualTo("1");
            client.send("two");
            assertThat(upstream.next(3)).isEqualTo("two");
            upstream.send("2");
            assertThat(client.next(1)).isEqualTo("2");
        }
        assertThat(frames)
                .containsExactly(
                        new Frame(Direction.REQUEST, 1, 1, "one", false), new Frame(Direction.REPLY, 1, 1, "1", false));
        assertThat(events).isEmpty();
    }

    @Test
    void theFirstBytesAreHeldAndWhatFollowsWaitsBehindThem() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        decision = frame -> {
            awaitUninterruptedly(release);
            return Disposition.FORWARD;
        };
        try (Peer client = client()) {
            client.send("one");
            await().until(() -> frames.size() == 1);
            client.send("two");
            Peer upstream = accept();
            assertThat(upstream.hearsNothing()).isTrue();
            awaitPending("connection 1: request #1 is held at the gate");

            release.countDown();
            assertThat(upstream.next(6)).isEqualTo("onetwo");
        }
    }

    @Test
    void aPublisherMaySpeakFirst() throws Exception {
        try (Peer client = client()) {
            Peer upstream = accept();
            upstream.send("220 welcome");

            assertThat(client.next(11)).isEqualTo("220 welcome");
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
    }

    @Test
    void whoeverSpokeLastWaits() throws Exception {
        try (Peer client = client()) {
            client.send("one");
            Peer upstream = accept();
            upstream.next(3);
            assertThat(relay.awaitIdle(Duration.ofMillis(50))).isFalse();
            upstream.send("1");
            client.next(1);
            assertThat(relay.awaitIdle(LONG)).isTrue();

            client.send("two");
            upstream.next(3);
            assertThat(relay.awaitIdle(Duration.ofMillis(50))).isFalse();
            awaitPending("connection 1: 2 delivered, 1 answered");
        }
    }

    @Test
    void aClientThatHasGoneIsWaitedForUntilThePublisherHasEnded() throws Exception {
        Peer client = client();
        client.send("one");
        Peer upstream = accept();
        upstream.next(3);
        upstream.send("1");
        client.next(1);
        client.close();
        assertThat(upstream.toTheEnd()).isEmpty();
        assertThat(relay.awaitIdle(Duration.ofMillis(50))).isFalse();
        awaitPending("connection 1: its client has ended, the publisher has not");

        upstream.close();
        assertThat(relay.awaitIdle(LONG)).isTrue();
    }

    @Test
    void aDroppedBeginningIsSilence() throws Exception {
        decision = frame -> Disposition.DROP;
        try (Peer client = client()) {
            client.send("one");
            await().until(() -> frames.size() == 1);

            assertThat(client.hearsNothing()).isTrue();
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
    }

    @Test
    void aDoubledBeginningIsOwedOneTurn() throws Exception {
        decision = frame -> frame.direction() == Direction.REQUEST ? Disposition.DUPLICATE : Disposition.FORWARD;
        try (Peer client = client()) {
            client.send("one");
            Peer upstream = accept();
            assertThat(upstream.next(6)).isEqualTo("oneone");
            upstream.send("1");
            client.next(1);

            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
    }
}
