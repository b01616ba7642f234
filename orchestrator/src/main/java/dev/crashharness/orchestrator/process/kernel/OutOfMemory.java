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
    private static final String EVENTS = "memory.events";

    /** How the line of a process's group begins, its place below the root after it (cgroups(7)). */
    private static final String VERSION_2 = "0::/";

    /** That of this process's own group: in a container it is the root of what can be seen, elsewhere a folder below it. */
    public static OutOfMemory here() {
        return of(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"));
    }

    /** The group that {@code self} names below {@code root}; the root itself where there is no such folder. */
    static OutOfMemory of(Path self, Path root) {
        Path own = lines(self).stream()
                .filter(line -> line.startsWith(VERSION_2))
                .map(line -> root.resolve(line.substring(VERSION_2.length())).resolve(EVENTS))
                .filter(Files::isReadable)
                .findFirst()
                .orElse(root.resolve(EVENTS));
        return new OutOfMemory(own);
    }

    /** Since the group began; 0 where the kernel does not tell. */
    public long kills() {
        return lines(events).stream()
                .filter(line -> line.matches(KILLED + "\\d{1,18}"))
                .mapToLong(line -> Long.parseLong(line.substring(KILLED.length())))
                .findFirst()
                .orElse(0);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
