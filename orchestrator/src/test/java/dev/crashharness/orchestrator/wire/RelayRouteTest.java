package dev.crashharness.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;

/** Where the relay leads connections while a publisher is being replaced. */
class RelayRouteTest extends RelayFixture {
    /** The port of a dead publisher may be a stranger's by the time somebody connects. */
    @Test
    void nobodyIsLedToAPublisherThatLeaves() throws Exception {
        relay.withdraw();
        try (Peer client = client()) {
            client.send("one\n");
            await().until(() -> relay.pending()
                    .contains("connection 1: request is not yet passed on (4 bytes), no publisher listens"));
            publisher.setSoTimeout(250);
            assertThatThrownBy(this::accept).isInstanceOf(SocketTimeoutException.class);

            announce();
            publisher.setSoTimeout(5_000);
            assertThat(accept().line()).isEqualTo("one\n");
        }
    }

    @Test
    void aConnectionThatIsThereKeepsItsPublisher() throws Exception {
        try (Peer client = client()) {
            client.send("one\n");
            Peer upstream = accept();
            assertThat(upstream.line()).isEqualTo("one\n");
            relay.withdraw();

            upstream.send("1\n");
            assertThat(client.line()).isEqualTo("1\n");
            client.send("two\n");
            assertThat(upstream.line()).isEqualTo("two\n");
        }
    }

    @Test
    void aHostWithoutAnAddressIsNoRoute() {
        InetSocketAddress nowhere = InetSocketAddress.createUnresolved("nohost.invalid", 4242);

        assertThatThrownBy(() -> relay.connectTo(nowhere)).hasMessageContaining("nohost.invalid");
    }
}
