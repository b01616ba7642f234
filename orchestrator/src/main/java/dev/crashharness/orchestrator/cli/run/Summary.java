package dev.crashharness.orchestrator.cli.run;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.Directories;
import dev.crashharness.orchestrator.matrix.MatrixRun;
import dev.crashharness.orchestrator.report.KnownDefect;
import dev.crashharness.orchestrator.report.SummaryTable;
import dev.crashharness.orchestrator.report.Totals;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The end of what a matrix or a merge prints: the table, a few facts, and the two last lines that tools read.
 *
 * @param facts lines between them
 */
public record Summary(List<VerdictRecord> verdicts, List<String> facts, Totals totals) {
    /** That of a matrix; where cells are left, with the command that runs them. */
    public static Summary of(MatrixRun run, Totals totals, Optional<KnownDefect> known) {
        Path directory = run.directory().path();
        List<String> facts = new ArrayList<>();
        if (totals.count(Verdict.NOT_RUN) > 0) {
            facts.add("run the rest with: crash-harness matrix --resume " + Target.quoted(directory.toString()));
        }
        if (run.verdicts().stream().allMatch(verdict -> verdict.schedule().equals("none"))) {
            facts.add(
                    "no cell has a fault: nothing was killed, and a pass proves little; census writes a matrix that kills");
        }
        facts.add(evidence(directory));
        facts.add(report(directory));
        facts.add(String.format(
                Locale.ROOT,
                "%s, %.1f s, %.1f cells per minute%s",
                kills(run.verdicts()),
                run.took().toMillis() / 1000.0,
                run.cellsPerMinute(),
                kept(directory)));
        known.ifPresent(defect -> facts.add(defect.line()));
        return new Summary(run.verdicts(), facts, totals);
    }

    /** Prints it. */
    public void print(PrintWriter out) {
        if (!verdicts.isEmpty()) {
            out.println();
            SummaryTable.lines(verdicts).forEach(out::println);
        }
        out.println();
        Stream.concat(facts.stream(), Stream.of(totals.split(), totals.line())).forEach(out::println);
        out.flush();
    }

    /** A crash loop that leaves its temporary files fills a disk (xerial/sqlite-jdbc#1140): what a run keeps is said. */
    private static String kept(Path run) {
        try {
            return String.format(Locale.ROOT, ", %.1f MB kept", Directories.bytes(run) / 1e6);
        } catch (IOException | UncheckedIOException e) {
            // Somebody else cleans up; the verdicts do not depend on it.
            return "";
        }
    }

    /** How many kills landed, as {@code 40 kills landed}. */
    static String kills(List<VerdictRecord> verdicts) {
        return String.format(
                Locale.ROOT,
                "%d kills landed",
                verdicts.stream().mapToLong(VerdictRecord::killsLanded).sum());
    }

    /** The page to look at. */
    static String report(Path run) {
        return "report:   " + run.resolve("report.html");
    }

    /** Where the evidence lies. */
    static String evidence(Path run) {
        return "evidence: " + run;
    }
}
