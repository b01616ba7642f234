package dev.crashharness.orchestrator.report.junit;

import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.run.DamagedEvidenceException;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.story.Contrast;
import dev.crashharness.orchestrator.report.story.Explanation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a person reads of one failed cell in a CI server. */
final class CaseText {
    private static final List<String> ATTACHED = List.of("report.txt", "verdict.jsonl", "history.jsonl");

    private CaseText() {}

    /** The broken promise, what differs, how to run it again, where the evidence lies. */
    static String story(SavedRun run, VerdictRecord verdict) {
        List<String> lines = new ArrayList<>();
        lines.add(verdict.reason() + ": " + verdict.message());
        Explanation.promise(verdict.reason()).ifPresent(promise -> lines.add("promised: " + promise));
        Explanation.rows(verdict).stream()
                .filter(Contrast.Row::differs)
                .map(row -> row.what() + ": expected " + row.expected() + ", found " + row.found())
                .forEach(lines::add);
        lines.add("again: " + verdict.reproduce());
        Explanation.shorter(verdict).ifPresent(lines::add);
        run.damage(verdict).ifPresent(why -> lines.add("nothing confirms this verdict: " + why));
        place(run, verdict).ifPresent(folder -> lines.add("evidence: " + folder));
        return String.join("\n", lines) + "\n";
    }

    /** The lines by which Jenkins' attachments plugin finds files; only those that are there. */
    static String attachments(SavedRun run, VerdictRecord verdict) {
        StringBuilder lines = new StringBuilder();
        place(run, verdict).stream()
                .flatMap(folder -> ATTACHED.stream().map(folder::resolve))
                .filter(Files::isRegularFile)
                .forEach(file -> lines.append("[[ATTACHMENT|").append(file).append("]]\n"));
        return lines.toString();
    }

    /** Nothing when the log leads out of the run: a report shows what it can, and the damage is told beside. */
    private static Optional<Path> place(SavedRun run, VerdictRecord verdict) {
        try {
            return Optional.of(run.folder(verdict).toAbsolutePath().normalize());
        } catch (DamagedEvidenceException outside) {
            return Optional.empty();
        }
    }
}
