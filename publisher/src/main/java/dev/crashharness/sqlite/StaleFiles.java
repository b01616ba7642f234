package dev.crashharness.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * What makers of a database have left that were killed before it had its name, {@code F.making-PID-UUID} and what SQLite lays
 * beside it; and the lock of one that was killed when it had, {@code F.making-lock}.
 */
final class StaleFiles {
    /**
     * A maker needs milliseconds. One in another container is not seen by its pid, but by the age of its file; if a maker is
     * held up for longer all the same, it finds its file gone and fails, and nothing of anybody's is overwritten.
     */
    private static final Duration OLD = Duration.ofMinutes(1);

    private static final String LOCK = "lock";

    private StaleFiles() {}

    static String prefix(Path database) {
        return database.getFileName() + ".making-";
    }

    /** What makers hold while they look whether {@code database} is still empty. */
    static Path lock(Path database) {
        return database.resolveSibling(prefix(database) + LOCK);
    }

    /**
     * Removes the files of dead makers of {@code database}; those of living ones stay. One whose maker died between giving
     * the database its name and taking the other away is a second name of the database itself. What cannot be looked for or
     * removed stays.
     */
    static void removeBeside(Path database) {
        for (Path file : beside(database)) {
            String maker =
                    file.getFileName().toString().substring(prefix(database).length());
            if ((isDead(maker) || isLockOfNobody(maker, database)) && isOld(file)) {
                remove(file);
            }
        }
    }

    private static List<Path> beside(Path database) {
        try (Stream<Path> all = Files.list(database.toAbsolutePath().getParent())) {
            return all.filter(file -> file.getFileName().toString().startsWith(prefix(database)))
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            // A folder that may be written to and not listed, perhaps: no reason not to open the database.
            return List.of();
        }
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Another user's, perhaps: it is in nobody's way, and no reason not to open the database.
        }
    }

    /** Whoever holds it beside an empty file may be about to move over it, and a new lock would not keep the next one out. */
    private static boolean isLockOfNobody(String maker, Path database) {
        try {
            return maker.equals(LOCK) && Files.size(database) > 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Of a name that is none of ours nothing is known. */
    private static boolean isDead(String maker) {
        int end = maker.indexOf('-');
        return maker.matches("\\d{1,18}-.*")
                && ProcessHandle.of(Long.parseLong(maker.substring(0, end))).isEmpty();
    }

    private static boolean isOld(Path file) {
        try {
            return Files.getLastModifiedTime(file)
                    .toInstant()
                    .isBefore(Instant.now().minus(OLD));
        } catch (IOException e) {
            // Somebody else has removed it meanwhile, perhaps.
            return false;
        }
    }
}
