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

    /** Copies {@code from} with everything in it to {@code to}, which is new; a link is left out. */
    static void copy(Path from, Path to) throws IOException {
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
