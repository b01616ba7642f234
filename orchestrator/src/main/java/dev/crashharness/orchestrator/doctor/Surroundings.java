package dev.crashharness.orchestrator.doctor;

import dev.crashharness.orchestrator.doctor.rule.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the kernel says of this process and its control group (version 2, as seen from inside). What cannot be read limits
 * nothing.
 *
 * @param proc {@code /proc}
 * @param group {@code /sys/fs/cgroup}
 */
record Surroundings(Path proc, Path group) {
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d{1,15}) kB");

    static Surroundings here() {
        return new Surroundings(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
    }

    long openFiles() {
        return Limits.soft(lines(proc.resolve("self/limits")), "Max open files");
    }

    long processes() {
        long ofUser = Limits.soft(lines(proc.resolve("self/limits")), "Max processes");
        return Math.min(ofUser, left("pids.max", "pids.current"));
    }

    /** Bytes. */
    long memory() {
        long ofMachine = lines(proc.resolve("meminfo")).stream()
                .map(AVAILABLE::matcher)
                .filter(Matcher::matches)
                .map(found -> Long.parseLong(found.group(1)) << 10)
                .findFirst()
                .orElse(Limits.UNLIMITED);
        return Math.min(ofMachine, left("memory.max", "memory.current"));
    }

    boolean readable(String file) {
        return !lines(proc.resolve(file)).isEmpty();
    }

    private long left(String most, String used) {
        long limit = number(most);
        long taken = number(used);
        return limit == Limits.UNLIMITED || taken == Limits.UNLIMITED ? Limits.UNLIMITED : Math.max(0, limit - taken);
    }

    private long number(String file) {
        return lines(group.resolve(file)).stream()
                .findFirst()
                .map(Limits::number)
                .orElse(Limits.UNLIMITED);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
