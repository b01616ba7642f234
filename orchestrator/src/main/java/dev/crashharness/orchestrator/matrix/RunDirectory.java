package dev.crashharness.orchestrator.matrix;

import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.schedule.plan.Slug;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code <out>/<matrix>/<UTC>-<id>/}: everything one run leaves behind. Never reused, readable by its owner only.
 *
 * @param path the run's own directory
 */
public record RunDirectory(Path path) {
    private static final String SHRINK = "shrink";
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /** Makes a new run directory of a matrix below {@code out} and points {@code out/latest} at it. */
    public static RunDirectory create(Path out, String matrix, Instant now) throws IOException {
        requireOurLink(out.resolve("latest"));
        RunDirectory run = aside(out, matrix, now);
        link(out.resolve("latest"), Path.of(matrix, run.path.getFileName().toString()));
        return run;
    }

    /** Makes a new run directory that {@code latest} does not point at: of a single cell, of a self-test. */
    public static RunDirectory aside(Path out, String name, Instant now) throws IOException {
        String id = UTC.format(now) + "-" + HexFormat.of().formatHex(new SecureRandom().generateSeed(2));
        Path parent = Files.createDirectories(out.resolve(name));
        return make(parent.resolve(id));
    }

    /** Makes {@code path}, whose parent is there, for cells to be put into. */
    public static RunDirectory make(Path path) throws IOException {
        RunDirectory run = new RunDirectory(Files.createDirectory(path, OWNER_ONLY));
        Files.createDirectory(run.path.resolve("cells"));
        return run;
    }

    private static void requireOurLink(Path latest) throws IOException {
        if (Files.exists(latest) && !Files.isSymbolicLink(latest)) {
            throw new IllegalArgumentException(latest + " is no link of ours; choose another --out");
        }
    }

    /** The verdict log. */
    public Path verdicts() {
        return path.resolve("verdicts.jsonl");
    }

    /** What was planned, with expectations; written before the first cell starts. */
    public Path plan() {
        return path.resolve("plan.jsonl");
    }

    /** How the run was asked for. */
    public Path run() {
        return path.resolve("run.json");
    }

    /** All cells of the matrix, as a matrix file. */
    public Path matrix() {
        return path.resolve("matrix.yaml");
    }

    /** What tells this run from all others, wherever it is copied to. */
    String id() {
        return path.getFileName().toString();
    }

    /** A run directory inside this one, for the shorter cells that are tried after {@code failing}, whose place it has. */
    RunDirectory shrinking(VerdictRecord failing) throws IOException {
        Path parent = Files.createDirectories(path.resolve(SHRINK));
        return make(parent.resolve(Path.of(failing.dir()).getFileName()));
    }

    /**
     * Copies the evidence of {@code verdict} from the run at {@code from}, with that of the shorter cells tried after it: what
     * is left of it, and nothing of what no cell can have left.
     */
    public void takeOver(Path from, VerdictRecord verdict) throws IOException {
        for (Path place : Stream.concat(Stream.of(Path.of(verdict.dir())), tries(verdict).stream())
                .toList()) {
            if (Files.isDirectory(from.resolve(place)) && !Directories.tooLarge(from.resolve(place))) {
                Files.createDirectories(path.resolve(place).getParent());
                Directories.copy(from.resolve(place), path.resolve(place));
            }
        }
    }

    /** The place comes out of a log that may have travelled: it must lie where {@link #shrinking} puts it. */
    private static Optional<Path> tries(VerdictRecord verdict) {
        return Optional.ofNullable(verdict.shrunk())
                .map(shrunk -> Path.of(shrunk.dir()).normalize())
                .filter(tries -> tries.getNameCount() == 2 && tries.startsWith(SHRINK));
    }

    /** Where the stores lie that cells start from. */
    Path templates() {
        return path.resolve("templates");
    }

    /** The evidence of {@code cell}; {@code repetition} 0 is the first. */
    public Path cell(Cell cell, int repetition) {
        return path.resolve(dir(cell, repetition));
    }

    /** The same, relative to the run directory: the field {@code dir} of a verdict. */
    public static String dir(Cell cell, int repetition) {
        return "cells/" + Slug.of(cell) + (repetition == 0 ? "" : "-r" + repetition);
    }

    /** Renamed into its place, so that a reader never finds it missing. */
    private static void link(Path link, Path to) throws IOException {
        Path fresh = link.resolveSibling(".latest-" + ProcessHandle.current().pid());
        Files.deleteIfExists(fresh);
        Files.createSymbolicLink(fresh, to);
        Files.move(fresh, link, StandardCopyOption.ATOMIC_MOVE);
    }
}
