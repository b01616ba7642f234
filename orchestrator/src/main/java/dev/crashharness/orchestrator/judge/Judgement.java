package dev.crashharness.orchestrator.judge;

import dev.crashharness.orchestrator.judge.check.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * What a history proves.
 *
 * @param reason why the verdict is not PASS, in snake_case: the check, or how the cell ended; empty for PASS
 * @param firstBroken the check that decided, absent when the verdict is PASS or comes from the cell's ending
 * @param message one sentence for a person; for PASS empty, or how much of the log is missing
 * @param checks all answers, in the order of importance
 */
public record Judgement(
        Verdict verdict, String reason, Optional<String> firstBroken, String message, List<Finding> checks) {
    public Judgement {
        checks = List.copyOf(checks);
    }

    /** One check's answer; {@code verdict} is held, broken, not_exercised or error. */
    public record Finding(String check, String verdict, String message) {}
}
