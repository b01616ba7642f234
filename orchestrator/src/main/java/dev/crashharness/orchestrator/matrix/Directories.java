package dev.crashharness.orchestrator.matrix;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/** Copies what a run takes over, deletes what it no longer needs. Never follows a link out of the directory. */
public final class Directories {
    /** Logs, events, history and copies at their limits come to about half of it. */
    static final long MOST_BYTES = 512L << 20;

    static final int MOST_FILES = 10_000;

    /** What a directory holds that is too large, as the end of a sentence. */
    public static final String LIMITS =
            "more than " + (MOST_BYTES >> 20) + " MiB or " + MOST_FILES + " files and folders";

    private Directories() {}

    /** Deletes {@code directory} with everything in it, when it is there. */
    public static void delete(Path directory) throws IOException {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** How much everything in {@code directory} comes to; what a link leads to does not count. */
    public static long bytes(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    /**
     * Whether everything in {@code directory} together is larger than the evidence of one cell can be: it was made elsewhere, and
     * would be copied to no end.
     */
    public static boolean tooLarge(Path directory) throws IOException {
        long[] seen = {0, 0};
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                seen[0] += attributes.isRegularFile() ? attributes.size() : 0;
                seen[1]++;
                return exceeds(seen) ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
                seen[1]++;
                return exceeds(seen) ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }
        });
        return exceeds(seen);
    }

    private static boolean exceeds(long[] seen) {
        return seen[0] > MOST_BYTES || seen[1] > MOST_FILES;
    }

    /** Copies {@code from} with everything in it, of a size that was looked at, to {@code to}, which is new; a link is left out. */
    static void copy(Path from, Path to) throws IOException {
        if (tooLarge(from)) {
            throw new IOException(from + " holds " + LIMITS + ", which no cell leaves; nothing of it was copied");
        }
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) throws IOException {
                Files.createDirectory(to.resolve(from.relativize(visited)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile()) {
                    Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Deletes everything in {@code directory} but the files named in {@code kept}, and {@code also}. */
    static void keepOnly(Path directory, List<String> kept, String also) throws IOException {
        List<Path> children;
        try (Stream<Path> all = Files.list(directory)) {
            children = all.toList();
        }
        for (Path child : children) {
            String name = child.getFileName().toString();
            if (!kept.contains(name) && !name.equals(also)) {
                delete(child);
            }
        }
    }
}
