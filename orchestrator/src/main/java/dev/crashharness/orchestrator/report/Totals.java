package dev.crashharness.orchestrator.report;

import dev.crashharness.orchestrator.judge.check.Verdict;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;

/** How many cells ended how. */
public record Totals(Map<Verdict, Integer> counts) {
    /** Counts {@code verdicts}; the rest of {@code planned} was not run. */
    public static Totals of(Collection<VerdictRecord> verdicts, int planned) {
        return ofVerdicts(verdicts.stream().map(VerdictRecord::verdict).toList(), planned);
    }

    /** The same for bare verdicts. */
    public static Totals ofVerdicts(Collection<Verdict> verdicts, int planned) {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        for (Verdict verdict : Verdict.values()) {
            counts.put(verdict, 0);
        }
        verdicts.forEach(each -> counts.merge(each, 1, Integer::sum));
        counts.merge(Verdict.NOT_RUN, planned - verdicts.size(), Integer::sum);
        return new Totals(counts);
    }

    /** The last line of a matrix, alone. */
    public String line() {
        int failed = count(Verdict.VIOLATION) + count(Verdict.ERROR) + count(Verdict.INCONCLUSIVE);
        return "cells: %d passed, %d failed, %d skipped".formatted(count(Verdict.PASS), failed, count(Verdict.NOT_RUN));
    }

    /** The line before it. */
    public String split() {
        return "verdicts: %d pass, %d violation, %d error, %d inconclusive, %d not run"
                .formatted(
                        count(Verdict.PASS),
                        count(Verdict.VIOLATION),
                        count(Verdict.ERROR),
                        count(Verdict.INCONCLUSIVE),
                        count(Verdict.NOT_RUN));
    }

    /** The exit code: 100 violation, 102 error, 101 inconclusive, 0 otherwise; the worse of several. */
    public int exitCode() {
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(Map.Entry::getKey)
                .reduce(Verdict.PASS, Verdict::worse)
                .exitCode();
    }

    /** How many ended in {@code verdict}. */
    public int count(Verdict verdict) {
        return counts.get(verdict);
    }
}
