package dev.crashharness.orchestrator.process.stray;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StrayIT {
    @Test
    void aProcessThatForkedAwayIsFoundByTheSecretItWasBornWith() throws IOException, InterruptedException {
        String token = UUID.randomUUID().toString();
        ProcessBuilder daemon = new ProcessBuilder("sh", "-c", "setsid sleep 60 >/dev/null 2>&1 & exit 0");
        daemon.environment().put("CRASH_HARNESS_TOKEN", token);
        daemon.environment().put("CRASH_HARNESS_INSTANCE", "worker-7");
        assertThat(daemon.start().waitFor()).isZero();
        await().atMost(Duration.ofSeconds(10)).until(() -> Stray.find(token).size() == 1);

        assertThat(Stray.kill(UUID.randomUUID().toString())).isEmpty();
        assertThat(Stray.kill(token)).singleElement().satisfies(stray -> {
            assertThat(stray.instance()).isEqualTo("worker-7");
            assertThat(ProcessHandle.of(stray.pid()).map(ProcessHandle::info).flatMap(ProcessHandle.Info::command))
                    .as("it is dead when the kill returns: what it locked is free")
                    .isEmpty();
        });
    }
}
