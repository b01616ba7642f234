package dev.crashharness.orchestrator.cli.run;

import dev.crashharness.orchestrator.report.SummaryTable;
import dev.crashharness.orchestrator.report.Totals;
import dev.crashharness.orchestrator.report.VerdictRecord;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The end of what a matrix or a merge prints: the table, a few facts, and the two last lines that tools read.
 *
 * @param facts lines between them
 */
public record Summary(List<VerdictRecord> verdicts, List<String> facts, Totals totals) {
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

    /** How many kills landed, as {@code 40 kills landed}. */
    public static String kills(List<VerdictRecord> verdicts) {
        return String.format(
                Locale.ROOT,
                "%d kills landed",
                verdicts.stream().mapToLong(VerdictRecord::killsLanded).sum());
    }

    /** Where the evidence lies. */
    public static String evidence(Path run) {
        return "evidence: " + run;
    }
}
