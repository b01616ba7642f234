package dev.crashharness.orchestrator.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * A folder of the doctor's own, beside where results go, so that the same file system is tried; deleted at the end.
 *
 * @param results the nearest folder to {@code --out} that is there
 * @param folder the doctor's own, elsewhere when {@code results} cannot be written
 */
record Workshop(Path results, Path folder, boolean writable) implements AutoCloseable {
    private static final String NAME = "crash-harness-doctor-";

    static Workshop beside(Path out) throws IOException {
        Path results = existing(out.toAbsolutePath().normalize());
        Optional<Path> made = make(results);
        Path folder = made.isPresent() ? made.get() : Files.createTempDirectory(NAME);
        Files.createDirectories(folder.resolve("tmp"));
        Files.createDirectories(folder.resolve("logs"));
        return new Workshop(results, folder, made.isPresent());
    }

    private static Path existing(Path out) {
        Path folder = out;
        while (!Files.isDirectory(folder)) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static Optional<Path> make(Path results) {
        try {
            return Optional.of(Files.createTempDirectory(results, "." + NAME));
        } catch (IOException notWritable) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                    Files.delete(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + folder, e);
        }
    }
}
