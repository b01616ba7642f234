package dev.crashharness.orchestrator.matrix.census;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A census as a matrix file: one kill for each point and hit, and above it where it comes from. */
public final class CensusFile {
    private static final int LONGEST_NAME = 64;

    /**
     * Where a census comes from.
     *
     * @param target what was run
     * @param run the directory that holds the evidence; only its name is written, for the file is kept where others read it
     */
    public record Origin(String target, Path run) {}

    private CensusFile() {}

    /** Writes {@code census} to {@code file} under another name and renames it: a reader finds the old or the new one. */
    public static void write(Path file, Census census, Origin origin) throws IOException {
        Path partial = Files.createTempFile(file.toAbsolutePath().getParent(), ".census", ".tmp");
        try {
            Files.write(partial, lines(name(file), census, origin), StandardCharsets.UTF_8);
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    static List<String> lines(String name, Census census, Origin origin) {
        List<String> lines = new ArrayList<>();
        lines.add("# Written by crash-harness census; edit it as you like, or write it anew with --force.");
        lines.add("# target " + origin.target() + ", JDK " + System.getProperty("java.version") + ", run "
                + origin.run().getParent().getFileName() + "/" + origin.run().getFileName());
        lines.add("name: " + name);
        lines.add("description: >");
        lines.add(
                "  A kill at each point and hit that one clean run under each contract announced. Proves what a takeover makes of");
        lines.add(
                "  each. Does not prove anything about points that only recovery passes, nor about two faults in one run.");
        lines.add("cells:");
        String contract = "";
        for (Sighting sighting : census.sightings()) {
            if (!sighting.contract().id().equals(contract)) {
                contract = sighting.contract().id();
                lines.add("  # " + contract + ": one clean run, "
                        + census.under(sighting.contract()).count() + " points and hits");
            }
            lines.add(line(sighting));
        }
        return lines;
    }

    private static String line(Sighting sighting) {
        String obstacle = sighting.obstacle();
        return obstacle.isEmpty() ? "  - cell: '" + sighting.cell() + "'" : "  # seen, but " + onOneLine(obstacle);
    }

    /** What a matrix may be called that is as near as possible to the name of its file. */
    private static String name(Path file) {
        String name = file.getFileName()
                .toString()
                .toLowerCase(Locale.ROOT)
                .replaceAll("\\.ya?ml$", "")
                .replaceAll("[^a-z0-9_-]", "-")
                .replaceAll("^[_-]+", "");
        return name.isEmpty() ? "census" : name.substring(0, Math.min(LONGEST_NAME, name.length()));
    }

    /** A line break in what a child has announced would end the comment. */
    private static String onOneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]", "?");
    }
}
