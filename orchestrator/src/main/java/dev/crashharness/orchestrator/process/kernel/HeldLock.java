package dev.crashharness.orchestrator.process.kernel;

import java.util.Optional;

/**
 * One line of {@code /proc/locks}.
 *
 * @param device of the file system that holds the file, as {@code major:minor}, both in hexadecimal digits
 * @param inode of the file that is locked; files of two devices may have the same
 * @param first the first byte that is locked
 * @param last the last one; {@link Long#MAX_VALUE} for the end of the file
 */
public record HeldLock(boolean write, long pid, String device, long inode, long first, long last) {
    private static final String POSIX = "POSIX";

    /** Of the {@code -shm}: the byte of SQLite's WAL write lock (https://sqlite.org/walformat.html, section 2.3.1). */
    private static final long WAL_WRITE = 120;

    /** Of the database: the RESERVED byte of a rollback journal's writer (os.h, PENDING_BYTE + 1). */
    private static final long RESERVED = 0x40000001L;

    /** The last byte of the {@code -shm} that is locked: held while the first comes or the last goes (same source). */
    private static final long DEAD_MAN = 128;

    /** Of the database: PENDING, RESERVED and the range of the readers, whose write lock is SQLite's EXCLUSIVE. */
    private static final long PENDING = 0x40000000L;

    private static final long LAST_READER = PENDING + 511;

    /**
     * Reads a line, or says that it is none of a held lock of SQLite's kind: waiters begin with an arrow, and every JVM has a
     * whole file locked by {@code flock}, that of its performance data.
     */
    public static Optional<HeldLock> parse(String line) {
        String[] fields = line.strip().split("\\s+");
        if (fields.length != 8 || !fields[1].equals(POSIX)) {
            return Optional.empty();
        }
        try {
            int end = Math.max(0, fields[5].lastIndexOf(':'));
            return Optional.of(new HeldLock(
                    fields[3].equals("WRITE"),
                    Long.parseLong(fields[4]),
                    fields[5].substring(0, end),
                    Long.parseLong(fields[5].substring(end + 1)),
                    Long.parseLong(fields[6]),
                    fields[7].equals("EOF") ? Long.MAX_VALUE : Long.parseLong(fields[7])));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Whether whoever holds it keeps all others from writing to a SQLite database. */
    public boolean isSqliteWriteLock() {
        return write && (covers(WAL_WRITE) || covers(RESERVED));
    }

    /**
     * Whether others may fail as long as its holder stands still, also to read: besides a writer's that is what a connection
     * holds for moments while it is opened or closed, recovers or checkpoints.
     */
    public boolean mayKeepOthersOut() {
        return write && (overlaps(WAL_WRITE, DEAD_MAN) || overlaps(PENDING, LAST_READER));
    }

    private boolean overlaps(long from, long to) {
        return first <= to && from <= last;
    }

    private boolean covers(long offset) {
        return first <= offset && offset <= last;
    }
}
