package dev.crashharness.orchestrator.selftest;

import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.report.VerdictRecord;

/**
 * One run of the self-test and what was expected of it.
 *
 * @param row the planted bug's number, or the control's name
 * @param what was done to the program or to the harness
 * @param verdict the expected one
 * @param check the first check that must break, or empty where none may
 */
public record Line(String row, String what, Verdict verdict, String check, VerdictRecord found) {
    /** Whether it came as expected. */
    public boolean met() {
        return found.verdict() == verdict && (check.isEmpty() || check.equals(found.check()));
    }

    /** For a person: whether it came as expected, what was planted, under which schedule, and what was found instead. */
    public String text() {
        String missed = ", found " + foundInWords() + ": " + found.message();
        return "%-4s %-12s expected %-44s %-46s  %s%s"
                .formatted(met() ? "ok" : "NOT", row, expected(), found.cell(), what, met() ? "" : missed);
    }

    /** In words: {@code VIOLATION operation_stable}. */
    public String expected() {
        return words(verdict, check);
    }

    /** The same of what was found. */
    public String foundInWords() {
        return words(found.verdict(), found.check() == null ? "" : found.check());
    }

    private static String words(Verdict verdict, String check) {
        return (verdict + " " + check).stripTrailing();
    }
}
