package dev.crashharness.orchestrator.process.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who keeps others from writing to a SQLite database.
 *
 * @param pid of the process
 * @param program its file, as far as it can be seen
 */
public record WriteLock(long pid, String program) {
    private static final Path LOCKS = Path.of("/proc/locks");

    /** In WAL the writer locks a byte of the {@code -shm}, with a rollback journal one of the database itself. */
    private static final String SHARED_MEMORY = "-shm";

    /**
     * Who holds the write lock of {@code database} now. Empty when nobody does, when the kernel does not tell, and when the
     * holder is a process of another container, which cannot be seen from here. Takes no lock and opens no database.
     */
    public static Optional<WriteLock> on(Path database) {
        return on(database, LOCKS);
    }

    static Optional<WriteLock> on(Path database, Path table) {
        return Stream.of(database, database.resolveSibling(database.getFileName() + SHARED_MEMORY))
                .flatMap(file -> LockedFile.at(file).stream())
                .flatMap(file -> holder(file, table).stream())
                .findFirst();
    }

    private static Optional<WriteLock> holder(LockedFile file, Path table) {
        try (Stream<String> lines = Files.lines(table)) {
            return lines.map(HeldLock::parse)
                    .flatMap(Optional::stream)
                    .filter(lock -> file.isHeldBy(lock) && lock.isSqliteWriteLock() && lock.pid() > 0)
                    .findFirst()
                    .map(lock -> new WriteLock(lock.pid(), program(lock.pid())));
        } catch (IOException e) {
            // Without a lock table nothing can be said.
            return Optional.empty();
        }
    }

    private static String program(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .orElse("a program that cannot be seen");
    }
}
