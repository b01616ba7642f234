package dev.crashharness.orchestrator.target.leftover;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Deletes what nobody will finish. */
public final class Leftovers {
    /** Whoever still lives is done much sooner: the longest deadline of a maker is a minute. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    private Leftovers() {}

    /**
     * Deletes what lies in {@code place}, begins with {@code prefix} and has not been written to for an hour: files, and folders
     * of files. What cannot be deleted stays: it costs room and nothing else.
     */
    public static void delete(Path place, String prefix) {
        Instant since = Instant.now().minus(ABANDONED);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(place, prefix + "*")) {
            for (Path each : all) {
                if (Files.getLastModifiedTime(each, LinkOption.NOFOLLOW_LINKS)
                        .toInstant()
                        .isBefore(since)) {
                    delete(each);
                }
            }
        } catch (IOException | DirectoryIteratorException stays) {
            // Another harness may have been faster, or the place may only be read.
        }
    }

    private static void delete(Path each) throws IOException {
        if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(each)) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
        }
        Files.deleteIfExists(each);
    }
}
