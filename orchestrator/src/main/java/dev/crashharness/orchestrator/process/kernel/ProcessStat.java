package dev.crashharness.orchestrator.process.kernel;

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

/**
 * What {@code /proc/PID/stat} says of one process.
 *
 * @param state {@code R S D T Z X ...}
 * @param group process group id
 * @param session session id
 * @param startTicks start in clock ticks since boot; differs when the pid was recycled
 */
public record ProcessStat(long pid, char state, long group, long session, long startTicks) {
    private static final Path PROC = Path.of("/proc");

    /** Empty when there is no such process, or no {@code /proc}. */
    public static Optional<ProcessStat> read(long pid) {
        try {
            byte[] line = Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve("stat"));
            return Optional.of(parse(pid, new String(line, StandardCharsets.ISO_8859_1)));
        } catch (IOException gone) {
            // No entry, or ESRCH because it went away between open and read.
            return Optional.empty();
        }
    }

    /** The second field is the program's name, which may hold spaces and parentheses: fields count from the last one. */
    public static ProcessStat parse(long pid, String line) {
        String[] fields = line.substring(line.lastIndexOf(')') + 2).strip().split(" ");
        return new ProcessStat(
                pid,
                fields[0].charAt(0),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]),
                Long.parseLong(fields[19]));
    }

    /** All processes that can be seen now; empty without {@code /proc}. */
    public static List<ProcessStat> all() {
        List<ProcessStat> found = new ArrayList<>();
        if (!Files.isDirectory(PROC)) {
            return found;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                read(Long.parseLong(entry.getFileName().toString())).ifPresent(found::add);
            }
        } catch (DirectoryIteratorException e) {
            throw new UncheckedIOException("cannot list /proc", e.getCause());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list /proc", e);
        }
        return found;
    }

    /** A zombie is dead, even where process 1 reaps it late and {@code kill -0} still succeeds (httrack#1554). */
    public boolean gone() {
        return state == 'Z' || state == 'X';
    }
}
