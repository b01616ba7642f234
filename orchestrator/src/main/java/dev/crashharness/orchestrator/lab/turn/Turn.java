package dev.crashharness.orchestrator.lab.turn;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;

/**
 * That a command may work with a person's file, until it is closed or its process ends, however that is. Who copies a store
 * while a worker of another command writes to it gets half of each, and calls a sound store damaged.
 */
public final class Turn implements AutoCloseable {
    /** A pid has at most 19 digits. */
    private static final int MOST_BYTES = 32;

    private final Optional<FileChannel> channel;
    private final boolean alone;

    private Turn(Optional<FileChannel> channel, boolean alone) {
        this.channel = channel;
        this.alone = alone;
    }

    /**
     * For a command that starts processes: alone.
     *
     * @param lock the file that is locked, made when it is missing; its folder exists
     * @param subject what the command works with, for the refusal
     * @throws TurnTakenException when another command is at work
     */
    public static Turn take(Path lock, Path subject) throws IOException {
        FileChannel channel =
                FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        acquire(channel, lock, false, subject);
        channel.truncate(0);
        channel.write(
                ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)), 0);
        return new Turn(Optional.of(channel), true);
    }

    /**
     * For a command that only reads: beside others that do. It writes nothing, so where no command has made {@code lock} there
     * is none to wait for.
     *
     * @throws TurnTakenException when a command that starts processes is at work
     */
    public static Turn share(Path lock, Path subject) throws IOException {
        if (!Files.exists(lock)) {
            return new Turn(Optional.empty(), false);
        }
        FileChannel channel = FileChannel.open(lock, StandardOpenOption.READ);
        acquire(channel, lock, true, subject);
        return new Turn(Optional.of(channel), false);
    }

    private static void acquire(FileChannel channel, Path lock, boolean shared, Path subject) throws IOException {
        boolean taken = false;
        try {
            taken = isLocked(channel, shared);
            if (!taken) {
                throw new TurnTakenException("another command" + holder(channel, lock) + " is at work on " + subject
                        + "; nothing was done; try again when it has ended");
            }
        } finally {
            if (!taken) {
                channel.close();
            }
        }
    }

    /** The lock lives as long as its channel. */
    private static boolean isLocked(FileChannel channel, boolean shared) throws IOException {
        try {
            return channel.tryLock(0, Long.MAX_VALUE, shared) != null;
        } catch (OverlappingFileLockException ofThisProcess) {
            return false;
        }
    }

    /**
     * As a command that starts processes has written it, and has taken away if it was not killed. One that only reads writes
     * nothing: whom it finds there is gone, and the number may be another process's by now.
     */
    private static String holder(FileChannel channel, Path lock) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
        channel.read(bytes, 0);
        String pid = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
        Instant written = Files.getLastModifiedTime(lock).toInstant();
        boolean lives = pid.matches("\\d{1,18}")
                && ProcessHandle.of(Long.parseLong(pid))
                        .flatMap(process -> process.info().startInstant())
                        .filter(start -> !start.isAfter(written))
                        .isPresent();
        return lives ? " (pid " + pid + ")" : "";
    }

    @Override
    public void close() throws IOException {
        if (channel.isPresent()) {
            try (FileChannel held = channel.get()) {
                if (alone) {
                    held.truncate(0);
                }
            }
        }
    }
}
