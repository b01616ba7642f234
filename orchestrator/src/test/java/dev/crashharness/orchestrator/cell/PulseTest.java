package dev.crashharness.orchestrator.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What the judge makes of the longest pause: SteadyMachineTest. */
class PulseTest {
    @Test
    void aMachineThatStoodStillIsMeasuredAndAQuickBeatLaterDoesNotHideIt() {
        AtomicLong asleepNs = new AtomicLong();
        AtomicLong beats = new AtomicLong();
        try (Pulse pulse = Pulse.start(() -> {
            beats.incrementAndGet();
            return System.nanoTime() + asleepNs.get();
        })) {
            await().atMost(Duration.ofSeconds(20)).until(() -> beats.get() > 0);
            asleepNs.set(Duration.ofMinutes(10).toNanos());
            await().atMost(Duration.ofSeconds(20)).until(() -> pulse.longest().compareTo(Duration.ofMinutes(9)) > 0);
            long then = beats.get();
            await().atMost(Duration.ofSeconds(20)).until(() -> beats.get() > then + 2);

            assertThat(pulse.longest()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(11));
        }
    }
}
