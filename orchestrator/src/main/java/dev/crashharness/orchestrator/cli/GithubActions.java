package dev.crashharness.orchestrator.cli;

import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.summary.GithubAnnotations;
import dev.crashharness.orchestrator.report.summary.MarkdownSummary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/**
 * What a GitHub workflow is told besides: annotations where it runs, a step summary where it has a file for one.
 *
 * @param annotate whether this runs in a workflow
 * @param summary the file that the step's summary is appended to
 */
record GithubActions(boolean annotate, Optional<Path> summary) {
    /** As the variables {@code GITHUB_ACTIONS} and {@code GITHUB_STEP_SUMMARY} say. */
    static GithubActions of(Map<String, String> environment) {
        return new GithubActions(
                "true".equals(environment.get("GITHUB_ACTIONS")),
                Optional.ofNullable(environment.get("GITHUB_STEP_SUMMARY"))
                        .filter(file -> !file.isBlank())
                        .map(Path::of));
    }

    /** Tells of the run in {@code directory}; a summary that cannot be written is a warning and changes no verdict. */
    void tell(Path directory, PrintWriter out) throws IOException {
        if (!annotate && summary.isEmpty()) {
            return;
        }
        SavedRun run = SavedRun.open(directory);
        if (annotate) {
            GithubAnnotations.lines(run).forEach(out::println);
            out.flush();
        }
        if (summary.isPresent()) {
            append(summary.get(), run);
        }
    }

    private static void append(Path file, SavedRun run) {
        try {
            Files.write(file, MarkdownSummary.lines(run), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            System.err.println("crash-harness: warning: the step summary could not be written: " + e);
        }
    }
}
