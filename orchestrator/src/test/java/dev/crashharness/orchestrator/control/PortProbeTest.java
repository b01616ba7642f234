package dev.crashharness.orchestrator.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PortProbeTest {
    @Test
    void aServerIsThereWhenItAcceptsAndNotBefore() throws IOException, InterruptedException {
        PortProbe probe = PortProbe.onAFreePort();
        CountDownLatch looked = new CountDownLatch(3);
        CountDownLatch opened = new CountDownLatch(1);
        probe.await(
                () -> {
                    looked.countDown();
                    return true;
                },
                opened::countDown);

        assertThat(looked.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(opened.getCount()).isEqualTo(1);
        try (ServerSocket server =
                new ServerSocket(probe.port(), 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            assertThat(server.isBound()).isTrue();
            assertThat(opened.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void nobodyIsAskedAnyMoreOnceTheServerIsDead() throws IOException, InterruptedException {
        AtomicInteger opened = new AtomicInteger();
        CountDownLatch asked = new CountDownLatch(1);
        PortProbe probe = PortProbe.onAFreePort();
        probe.await(
                () -> {
                    asked.countDown();
                    return false;
                },
                opened::incrementAndGet);

        assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(opened.get()).isZero();
    }
}
