package dev.crashharness.orchestrator.cli.run;

import dev.crashharness.orchestrator.cli.harness.ExitCode;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;
import java.util.Collection;
import java.util.List;

/**
 * What a run says of a target whose file expects a violation. Each cell keeps the verdict it has; only the exit code of the
 * whole says whether the defect showed, and no other.
 *
 * @param check the one that is expected to be broken
 * @param shown in how many cells it was the first broken one
 * @param others how many cells failed otherwise
 * @param part whether these are not all cells of the matrix: a shard, or cells that were not run
 */
public record KnownDefect(String check, long shown, long others, boolean part) {
    /**
     * Counts in {@code verdicts}.
     *
     * @param shard whether they are only a part of the matrix
     */
    public static KnownDefect of(String check, Collection<VerdictRecord> verdicts, boolean shard) {
        boolean part = shard || verdicts.stream().anyMatch(verdict -> verdict.verdict() == Verdict.NOT_RUN);
        List<VerdictRecord> failed = verdicts.stream()
                .filter(verdict -> verdict.verdict() != Verdict.PASS && verdict.verdict() != Verdict.NOT_RUN)
                .toList();
        long shown = failed.stream()
                .filter(verdict -> verdict.verdict() == Verdict.VIOLATION && check.equals(verdict.check()))
                .count();
        return new KnownDefect(check, shown, failed.size() - shown, part);
    }

    /**
     * The exit code instead of {@code verdicts}, that of the worst verdict: 0 when the defect showed and nothing else did,
     * 101 when it did not show. A part does not say that it did not.
     */
    public int exitCode(int verdicts) {
        if (others > 0) {
            return verdicts;
        }
        return shown > 0 || part ? ExitCode.OK : ExitCode.INCONCLUSIVE;
    }

    /** A line for the summary. */
    public String line() {
        String absent = part
                ? "it did not show in this part of the matrix"
                : "it did not show; these cells do not provoke it, or it is mended: leave out expect";
        String found = shown == 0 ? absent : "it showed in " + shown + (shown == 1 ? " cell" : " cells");
        return "expected violation of " + check + ": " + found
                + (others == 0 ? "" : ", and " + others + " failed otherwise");
    }
}
