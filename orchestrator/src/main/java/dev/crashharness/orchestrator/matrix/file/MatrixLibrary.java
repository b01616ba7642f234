package dev.crashharness.orchestrator.matrix.file;

import dev.crashharness.orchestrator.schedule.text.Nearest;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds matrices by name or path.
 *
 * @param shipped the directory of those that come with the harness
 */
public record MatrixLibrary(Path shipped) {
    private static final String SUFFIX = ".yaml";

    /** The matrices of the checkout {@code home}. */
    public static MatrixLibrary of(Path home) {
        return new MatrixLibrary(home.resolve("harness-scripts").resolve("matrices"));
    }

    /**
     * Reads a matrix and all that it includes.
     *
     * @param reference a path when it has a {@code /} or ends in {@code .yaml} or {@code .yml}, else a name
     * @param here where {@code NAME.yaml} is looked for first, and where a relative path begins
     * @throws YamlFileException when there is none, or it is wrong
     */
    public MatrixFile load(String reference, Path here) throws IOException {
        return new MatrixReader(this).read(find(reference, here));
    }

    /**
     * The whole ids that {@code file} itself names, as they are written: it may be older than the grammar.
     *
     * @throws YamlFileException when it is missing, is no matrix file, or names no whole id
     */
    public static List<String> ids(Path file) throws IOException {
        return MatrixReader.ids(existing(file));
    }

    /** The names of the shipped matrices, sorted. */
    public List<String> names() throws IOException {
        if (!Files.isDirectory(shipped)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(shipped)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SUFFIX))
                    .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        }
    }

    /** The file of {@code reference}; one {@code here} hides a shipped one. */
    Path find(String reference, Path here) throws IOException {
        boolean path = reference.contains("/") || reference.endsWith(SUFFIX) || reference.endsWith(".yml");
        if (path) {
            return existing(here.resolve(reference));
        }
        for (Path place : List.of(here, shipped)) {
            Path file = place.resolve(reference + SUFFIX);
            if (Files.isRegularFile(file)) {
                return file;
            }
        }
        throw new YamlFileException("unknown matrix '" + reference + "'; " + Nearest.advice(reference, names()));
    }

    private static Path existing(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new YamlFileException(
                    (Files.exists(file) ? file + " is no regular file" : "there is no matrix file " + file)
                            + "; give the path of a YAML file, or the name of a shipped matrix");
        }
        return file;
    }
}
