package dev.crashharness.orchestrator.process.errand;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The last line of an output: what a program that has failed says of it, most often. */
public final class LastLine {
    private static final int LONGEST = 300;

    /** A line that is longer is shown from its middle. */
    private static final int LOOKED_AT = 4096;

    private LastLine() {}

    /** The last line of {@code file} that is not blank, at most 300 characters of it; empty when there is none. */
    public static String of(Path file) {
        if (!Files.isRegularFile(file)) {
            return "";
        }
        try (RandomAccessFile output = new RandomAccessFile(file.toFile(), "r")) {
            output.seek(Math.max(0, output.length() - LOOKED_AT));
            byte[] bytes = new byte[LOOKED_AT];
            int count = Math.max(0, output.read(bytes));
            String last = new String(bytes, 0, count, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .reduce("", (earlier, later) -> later.strip());
            return last.length() > LONGEST ? last.substring(0, LONGEST) + "..." : last;
        } catch (IOException gone) {
            // It is told beside what is known already, and is in the file for whoever looks.
            return "";
        }
    }

    /** The same behind the end of a sentence; nothing when there is no such line. */
    public static String said(Path file) {
        String line = of(file);
        return line.isEmpty() ? "" : ", and said '" + line + "'";
    }
}
