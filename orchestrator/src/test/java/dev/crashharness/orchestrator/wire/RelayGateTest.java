package dev.crashharness.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.crashharness.orchestrator.wire.Frame.Direction;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What the gate decides, and what it may cost. */
class RelayGateTest extends RelayFixture {
    @Test
    void aDroppedRequestIsSilenceOnBothSides() throws Exception {
        decision = frame -> frame.text().equals("lost") ? Disposition.DROP : Disposition.FORWARD;
        try (Peer client = client()) {
            client.send("lost\n");
            assertThat(client.hearsNothing()).isTrue();
            assertThat(relay.awaitIdle(LONG)).isTrue();

            client.send("kept\n");
            assertThat(accept().line()).isEqualTo("kept\n");
        }
    }

    @Test
    void aDroppedReplyLeavesThePublisherIdleAndTheClientWaiting() throws Exception {
        decision = frame -> frame.direction() == Direction.REPLY ? Disposition.DROP : Disposition.FORWARD;
        Peer client = client();
        client.send("one\n");
        Peer upstream = accept();
        upstream.line();
        upstream.send("1\n");

        assertThat(client.hearsNothing()).isTrue();
        assertThat(relay.awaitIdle(LONG)).isTrue();
        client.close();
        assertThat(upstream.toTheEnd()).isEmpty();
    }

    @Test
    void aHeldFrameHoldsNobodyElse() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        decision = frame -> {
            if (frame.text().equals("held")) {
                awaitUninterruptedly(release);
            }
            return Disposition.FORWARD;
        };
        try (Peer held = client();
                Peer free = client()) {
            held.send("held\n");
            await().until(() -> frames.size() == 1);
            free.send("free\n");
            Peer upstream = accept();
            assertThat(upstream.line()).isEqualTo("free\n");
            upstream.send("1\n");
            assertThat(free.line()).isEqualTo("1\n");
            assertThat(relay.awaitIdle(Duration.ofMillis(50))).isFalse();
            awaitPending("connection 1: request #1 is held at the gate");

            release.countDown();
            assertThat(accept().line()).isEqualTo("held\n");
        }
    }

    @Test
    void aHeldReplyIsNotIdle() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        decision = frame -> {
            if (frame.direction() == Direction.REPLY) {
                awaitUninterruptedly(release);
            }
            return Disposition.FORWARD;
        };
        try (Peer client = client()) {
            client.send("one\n");
            accept().send("1\n");
            await().until(() -> frames.size() == 2);
            assertThat(relay.awaitIdle(Duration.ofMillis(50))).isFalse();
            awaitPending("connection 1: reply #1 is held at the gate");

            release.countDown();
            assertThat(client.line()).isEqualTo("1\n");
            assertThat(relay.awaitIdle(LONG)).isTrue();
        }
    }

    @Test
    void aGateThatFailsDropsTheFrameAndIsReported() throws Exception {
        IllegalStateException failure = new IllegalStateException("planted");
        decision = frame -> {
            throw failure;
        };
        try (Peer client = client()) {
            client.send("one\n");
            await().until(() -> !events.isEmpty());
            assertThat(client.hearsNothing()).isTrue();
        }
        assertThat(events)
                .containsExactly(new WireEvent.GateFailed(new Frame(Direction.REQUEST, 1, 1, "one", false), failure));
    }

    @Test
    void closingInterruptsTheGateAndEndsTheConnections() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        relay.close();
        relay = new Relay(
                framing(),
                frame -> {
                    frames.add(frame);
                    try {
                        new CountDownLatch(1).await();
                        return Disposition.FORWARD;
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                },
                events::add);
        try (Peer client = client()) {
            client.send("one\n");
            await().until(() -> !frames.isEmpty());

            long begin = System.nanoTime();
            relay.close();

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(4));
            assertThat(interrupted.getCount()).isZero();
            assertThat(client.toTheEnd()).isEmpty();
            assertThat(relay.awaitIdle(LONG)).isFalse();
        }
    }

    /** Held for something that may come only after the wire is at rest. */
    @Test
    void aWithheldFrameKeepsNobodyWaitingUntilItIsReleased() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        decision = frame -> {
            if (frame.text().equals("late")) {
                awaitUninterruptedly(release);
            }
            return Disposition.FORWARD;
        };
        try (Peer client = client();
                Peer other = client()) {
            client.send("late\n");
            await().atMost(LONG).until(() -> !frames.isEmpty());
            Frame late = frames.element();
            relay.withhold(late);
            assertThat(relay.awaitIdle(LONG)).isTrue();

            other.send("prompt\n");
            assertThat(relay.awaitIdle(Duration.ofMillis(200))).isFalse();
            Peer behind = accept();
            assertThat(behind.line()).isEqualTo("prompt\n");
            behind.send("done\n");
            assertThat(relay.awaitIdle(LONG)).isTrue();

            relay.release(late);
            assertThat(relay.awaitIdle(Duration.ofMillis(200))).isFalse();
            release.countDown();
            behind.close();
        }
    }
}
