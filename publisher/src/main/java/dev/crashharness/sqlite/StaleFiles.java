package dev.crashharness.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * What makers of a database have left that were killed before it had its name: {@code F.making-PID-UUID}, and what SQLite
 * lays beside it.
 */
final class StaleFiles {
    /**
     * A maker needs milliseconds. One in another container is not seen by its pid, but by the age of its file; if a maker is
     * held up for longer all the same, it finds its file gone and fails, and nothing of anybody's is overwritten.
     */
    private static final Duration OLD = Duration.ofMinutes(1);

    private StaleFiles() {}

    static String prefix(Path database) {
        return database.getFileName() + ".making-";
    }

    /**
     * Removes the files of dead makers of {@code database}; those of living ones stay. One whose maker died between giving
     * the database its name and taking the other away is a second name of the database itself.
     */
    static void removeBeside(Path database) throws IOException {
        List<Path> found;
        try (Stream<Path> all = Files.list(database.toAbsolutePath().getParent())) {
            found = all.filter(file -> file.getFileName().toString().startsWith(prefix(database)))
                    .toList();
        }
        for (Path file : found) {
            String maker =
                    file.getFileName().toString().substring(prefix(database).length());
            if (isDead(maker) && isOld(file)) {
                remove(file);
            }
        }
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Another user's, perhaps: it is in nobody's way, and no reason not to open the database.
        }
    }

    /** Of a name that is none of ours nothing is known. */
    private static boolean isDead(String maker) {
        int end = maker.indexOf('-');
        return maker.matches("\\d{1,18}-.*")
                && ProcessHandle.of(Long.parseLong(maker.substring(0, end))).isEmpty();
    }

    private static boolean isOld(Path file) throws IOException {
        try {
            return Files.getLastModifiedTime(file)
                    .toInstant()
                    .isBefore(Instant.now().minus(OLD));
        } catch (NoSuchFileException e) {
            // Somebody else has removed it meanwhile.
            return false;
        }
    }
}
