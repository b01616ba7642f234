package dev.crashharness.orchestrator.evidence.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Copies a SQLite file with everything that belongs to it. Only for files that this process has not opened through
 * JDBC: closing any descriptor drops all POSIX locks the process holds on the file (MemPalace/mempalace#2471).
 */
public final class DatabaseCopy {
    /** A copy without -wal is not the database, one without -journal shows uncommitted rows as committed. */
    private static final List<String> SUFFIXES = List.of("", "-wal", "-shm", "-journal");

    private DatabaseCopy() {}

    /**
     * Copies {@code database} into {@code directory} under its own name and returns the copy; parts may be missing.
     *
     * @throws IOException when a part cannot be copied, or is no regular file: a pipe is read for ever, and of a link's target
     *     the parts that belong to it lie elsewhere
     */
    public static Path into(Path directory, Path database) throws IOException {
        Files.createDirectories(directory);
        for (String suffix : SUFFIXES) {
            Path part = database.resolveSibling(database.getFileName() + suffix);
            Path copy = directory.resolve(part.getFileName().toString());
            if (Files.exists(part, LinkOption.NOFOLLOW_LINKS)) {
                if (!Files.isRegularFile(part, LinkOption.NOFOLLOW_LINKS)) {
                    throw new IOException(part + " is no regular file, so it cannot be copied as a database");
                }
                Files.copy(part, copy, StandardCopyOption.REPLACE_EXISTING);
            } else {
                // Of an earlier copy: an old -wal would be replayed into the newer database.
                Files.deleteIfExists(copy);
            }
        }
        return directory.resolve(database.getFileName().toString());
    }
}
