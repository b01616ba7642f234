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
 */
public record KnownDefect(String check, long shown, long others) {
    /** Counts in {@code verdicts}. */
    public static KnownDefect of(String check, Collection<VerdictRecord> verdicts) {
        List<VerdictRecord> failed = verdicts.stream()
                .filter(verdict -> verdict.verdict() != Verdict.PASS && verdict.verdict() != Verdict.NOT_RUN)
                .toList();
        long shown = failed.stream()
                .filter(verdict -> verdict.verdict() == Verdict.VIOLATION && check.equals(verdict.check()))
                .count();
        return new KnownDefect(check, shown, failed.size() - shown);
    }

    /**
     * The exit code instead of {@code verdicts}, that of the worst verdict: 0 when the defect showed and nothing else did,
     * 101 when it did not show.
     */
    public int exitCode(int verdicts) {
        if (others > 0) {
            return verdicts;
        }
        return shown > 0 ? ExitCode.OK : ExitCode.INCONCLUSIVE;
    }

    /** A line for the summary. */
    public String line() {
        String found = shown == 0
                ? "it did not show; these cells do not provoke it, or it is mended: leave out expect"
                : "it showed in " + shown + (shown == 1 ? " cell" : " cells");
        return "expected violation of " + check + ": " + found
                + (others == 0 ? "" : ", and " + others + " failed otherwise");
    }
}
