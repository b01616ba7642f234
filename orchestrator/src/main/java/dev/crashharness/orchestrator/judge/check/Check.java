package dev.crashharness.orchestrator.judge.check;

import dev.crashharness.orchestrator.evidence.EventType;
import java.util.Set;

/** One invariant. Implementations are stateless. */
public interface Check {
    /** Stable, snake_case; part of the public interface. */
    String name();

    /** What is promised, in one sentence. */
    String promise();

    /** What a broken promise makes of the cell. */
    default Verdict verdictWhenBroken() {
        return Verdict.VIOLATION;
    }

    /**
     * Whether this check compares with the prediction. Then it is asked only when the run is the predicted one: no check whose
     * broken promise is {@link Verdict#INCONCLUSIVE} stands against it. A promise is asked always.
     */
    default boolean needsLandedFaults() {
        return false;
    }

    /**
     * The events whose absence speaks for the promise here. Where some of them were left out of the log, a promise that was not
     * seen broken counts as {@link CheckResult.NotExercised}.
     */
    default Set<EventType> provesByAbsenceOf() {
        return Set.of();
    }

    /** Looks at one history. What it throws counts as {@link Verdict#ERROR}, with its name. */
    CheckResult examine(Trial trial);
}
