package dev.crashharness.orchestrator.cell;

import dev.crashharness.orchestrator.evidence.Ending;
import dev.crashharness.orchestrator.evidence.Ending.Kind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What nobody has foreseen in a cell: the harness itself is wrong there. It costs this cell and not the matrix, which may have
 * run for hours; where it happened is kept for whoever mends it.
 */
public final class Defect {
    private Defect() {}

    /** The end of the cell in {@code directory}, where {@code logs/harness.err} says where {@code why} was thrown. */
    public static Ending ending(RuntimeException why, Path directory) {
        Path trace = directory.resolve("logs").resolve("harness.err");
        String kept = keep(why, trace);
        return new Ending(
                Kind.HARNESS_FAILED,
                "the harness met what it does not expect, " + onOneLine(why.toString()) + "; " + kept
                        + "; please report it",
                List.of());
    }

    private static String onOneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    /** That it cannot be kept must not hide what it is. */
    private static String keep(RuntimeException why, Path trace) {
        StringWriter text = new StringWriter();
        why.printStackTrace(new PrintWriter(text));
        try {
            Files.createDirectories(trace.getParent());
            Files.writeString(trace, text.toString());
            return "logs/" + trace.getFileName() + " says where";
        } catch (IOException e) {
            return "where was not kept (" + e.getMessage() + ")";
        }
    }
}
