package dev.crashharness.orchestrator.process.stray;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    private static final Pattern INSTANCE = Pattern.compile("(?:^|\0)CRASH_HARNESS_INSTANCE=([^\0]*)");

    /** Kills every process of the run whose secret is {@code token}, and says which there were. */
    public static List<Stray> kill(String token) {
        List<Stray> strays = find(token);
        strays.forEach(stray -> ProcessHandle.of(stray.pid()).ifPresent(ProcessHandle::destroyForcibly));
        return strays;
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
