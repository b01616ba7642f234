package dev.crashharness.orchestrator.report;

import dev.crashharness.orchestrator.judge.check.Verdict;
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
        long shown = failed.stream().filter(verdict -> is(check, verdict)).count();
        return new KnownDefect(check, shown, failed.size() - shown, part);
    }

    /** Whether {@code verdict} is the violation of {@code check}. */
    public static boolean is(String check, VerdictRecord verdict) {
        return verdict.verdict() == Verdict.VIOLATION && check.equals(verdict.check());
    }

    /** Whether all is as the file expects. */
    public boolean asExpected() {
        return exitCode(Verdict.VIOLATION.exitCode()) == Verdict.PASS.exitCode();
    }

    /** Whether it had to show, and has not. */
    public boolean absent() {
        return shown == 0 && !part;
    }

    /**
     * The exit code instead of {@code verdicts}, that of the worst verdict: 0 when the defect showed and nothing else did,
     * 101 when it did not show. A part does not say that it did not.
     */
    public int exitCode(int verdicts) {
        if (others > 0) {
            return verdicts;
        }
        return shown > 0 || part ? Verdict.PASS.exitCode() : Verdict.INCONCLUSIVE.exitCode();
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
