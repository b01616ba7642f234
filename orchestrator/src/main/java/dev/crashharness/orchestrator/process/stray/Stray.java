package dev.crashharness.orchestrator.process.stray;

import dev.crashharness.orchestrator.process.kernel.ProcessStat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process that has forked away from a child (a daemon forks twice and makes a session of its own): no group kill reaches it
 * and nobody knows its parent. It still has the environment it was born with, and in that the secret of its run. One that
 * has wiped its environment is not found.
 *
 * @param instance the child that it, or its forebear, was
 */
public record Stray(long pid, String instance) {
    private static final Path PROC = Path.of("/proc");
    private static final Duration DEATH = Duration.ofSeconds(2);
    private static final long LOOK_AGAIN_NS = 1_000_000;
    private static final Pattern INSTANCE = Pattern.compile("(?:^|\0)CRASH_HARNESS_INSTANCE=([^\0]*)");

    /**
     * Kills every process of the run whose secret is {@code token}, and says which there were. When it returns they are dead,
     * which the kernel takes a moment for and gives back their locks only then, or have resisted for two seconds.
     */
    public static List<Stray> kill(String token) {
        List<Stray> strays = find(token);
        List<ProcessHandle> killed = strays.stream()
                .flatMap(stray -> ProcessHandle.of(stray.pid()).stream())
                .toList();
        killed.forEach(ProcessHandle::destroyForcibly);
        long endNs = System.nanoTime() + DEATH.toNanos();
        // None of them is our child, so there is no exit to wait for: /proc is asked again and again.
        while (!killed.stream().allMatch(Stray::isDead) && System.nanoTime() - endNs < 0) {
            LockSupport.parkNanos(LOOK_AGAIN_NS);
        }
        return strays;
    }

    /** A zombie is dead, and has given its locks back; its environment is gone earlier than they are. */
    private static boolean isDead(ProcessHandle process) {
        return !process.isAlive()
                || ProcessStat.read(process.pid()).map(ProcessStat::gone).orElse(true);
    }

    static List<Stray> find(String token) {
        List<Stray> found = new ArrayList<>();
        if (!Files.isDirectory(PROC)) {
            return found;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                stray(entry, token).ifPresent(found::add);
            }
        } catch (DirectoryIteratorException e) {
            throw new UncheckedIOException("cannot list /proc", e.getCause());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list /proc", e);
        }
        return found;
    }

    private static Optional<Stray> stray(Path entry, String token) {
        try {
            String environment = new String(Files.readAllBytes(entry.resolve("environ")), StandardCharsets.ISO_8859_1);
            if (!environment.contains("CRASH_HARNESS_TOKEN=" + token + "\0")) {
                return Optional.empty();
            }
            Matcher instance = INSTANCE.matcher(environment);
            long pid = Long.parseLong(entry.getFileName().toString());
            return Optional.of(new Stray(pid, instance.find() ? instance.group(1) : "somebody"));
        } catch (IOException goneOrAnotherUsers) {
            return Optional.empty();
        }
    }
}
