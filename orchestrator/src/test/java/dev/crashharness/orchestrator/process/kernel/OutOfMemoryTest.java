package dev.crashharness.orchestrator.process.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutOfMemoryTest {
    @TempDir
    private Path directory;

    @Test
    void killsAreCountedAndOtherEventsAreNot() throws Exception {
        Path events = directory.resolve("memory.events");
        Files.writeString(events, "low 0\nhigh 7\nmax 41\noom 5\noom_kill 3\noom_group_kill 1\n");

        assertThat(new OutOfMemory(events).kills()).isEqualTo(3);
    }

    @Test
    void whereTheKernelDoesNotTellNobodyWasKilled() throws Exception {
        assertThat(new OutOfMemory(directory.resolve("none")).kills()).isZero();
        assertThat(new OutOfMemory(Files.writeString(directory.resolve("odd"), "oom_kill many\n")).kills())
                .isZero();
    }
}
