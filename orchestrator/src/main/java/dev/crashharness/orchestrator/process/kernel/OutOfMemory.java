package dev.crashharness.orchestrator.process.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How often the kernel has killed a process of this control group for want of memory (version 2, as seen from inside).
 *
 * @param events the file {@code memory.events}
 */
public record OutOfMemory(Path events) {
    private static final String KILLED = "oom_kill ";

    /** That of this process's own group. */
    public static OutOfMemory here() {
        return new OutOfMemory(Path.of("/sys/fs/cgroup/memory.events"));
    }

    /** Since the group began; 0 where the kernel does not tell. */
    public long kills() {
        return lines().stream()
                .filter(line -> line.matches(KILLED + "\\d{1,18}"))
                .mapToLong(line -> Long.parseLong(line.substring(KILLED.length())))
                .findFirst()
                .orElse(0);
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(events);
        } catch (IOException e) {
            return List.of();
        }
    }
}
