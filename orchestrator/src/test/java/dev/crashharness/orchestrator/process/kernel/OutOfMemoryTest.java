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

    /** Only in a container does a group see itself as the root. */
    @Test
    void theOwnGroupIsAskedWhereItIsNotTheRoot() throws Exception {
        Path root = Files.createDirectories(directory.resolve("cgroup"));
        Path group = Files.createDirectories(root.resolve("user.slice/session-1.scope"));
        Files.writeString(root.resolve("memory.events"), "oom_kill 1\n");
        Files.writeString(group.resolve("memory.events"), "oom_kill 2\n");
        Path self = Files.writeString(directory.resolve("self"), "1:cpu:/x\n0::/user.slice/session-1.scope\n");

        assertThat(OutOfMemory.of(self, root).kills()).isEqualTo(2);
        assertThat(OutOfMemory.of(Files.writeString(self, "0::/\n"), root).kills())
                .isEqualTo(1);
        assertThat(OutOfMemory.of(Files.writeString(self, "0::/elsewhere\n"), root)
                        .kills())
                .isEqualTo(1);
        assertThat(OutOfMemory.of(directory.resolve("none"), root).kills()).isEqualTo(1);
    }
}
