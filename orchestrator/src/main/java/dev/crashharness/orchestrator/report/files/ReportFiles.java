package dev.crashharness.orchestrator.report.files;

import dev.crashharness.orchestrator.report.html.HtmlReport;
import dev.crashharness.orchestrator.report.junit.JunitReport;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.summary.MarkdownSummary;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Writes a run's reports. Each is written aside and renamed into its place, so that a reader finds a whole one or none. */
public final class ReportFiles {
    /** The names of all reports. */
    public static final List<String> NAMES = List.of("report.html", "junit.xml", "summary.md");

    private ReportFiles() {}

    /** Something that writes a text. */
    private interface Text {
        void to(Writer writer) throws IOException;
    }

    /** Writes all reports of {@code run} into the directory {@code into}, over those that are there. */
    public static void write(SavedRun run, Path into) throws IOException {
        junit(run, into);
        replace(
                into.resolve("summary.md"),
                writer -> writer.write(String.join("\n", MarkdownSummary.lines(run)) + "\n"));
        replace(into.resolve("report.html"), writer -> HtmlReport.write(run, writer));
    }

    /** Writes {@code junit.xml} alone, which costs little enough to be kept up to date while a matrix runs. */
    public static void junit(SavedRun run, Path into) throws IOException {
        replace(into.resolve("junit.xml"), writer -> JunitReport.write(run, writer));
    }

    private static void replace(Path file, Text text) throws IOException {
        Path fresh = file.resolveSibling(
                "." + file.getFileName() + "-" + ProcessHandle.current().pid());
        try (Writer writer = Files.newBufferedWriter(fresh, StandardCharsets.UTF_8)) {
            text.to(writer);
        } catch (IOException | RuntimeException failed) {
            Files.deleteIfExists(fresh);
            throw failed;
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
