package dev.crashharness.orchestrator.judge.effect;

import static java.util.stream.Collectors.joining;

import dev.crashharness.orchestrator.evidence.database.LedgerImage.Effect;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.List;

/**
 * Nothing lost and nothing done twice, counted where it was done: in the publisher's own database. A takeover that sends again
 * to a publisher that does not dedup makes a second effect (aws-powertools/powertools-lambda-python#1387).
 */
public final class SingleEffect implements Check {
    @Override
    public String name() {
        return "single_effect";
    }

    @Override
    public String promise() {
        return "The publisher holds exactly the effects that its contract and the schedule lead to.";
    }

    @Override
    public boolean needsLandedFaults() {
        return true;
    }

    @Override
    public CheckResult examine(Trial trial) {
        int expected = trial.prediction().end().effects();
        return trial.end()
                .<CheckResult>map(copy -> compare(expected, copy.ledger().effects()))
                .orElseGet(() -> new NotExercised("no readable ledger at the end"));
    }

    private static CheckResult compare(int expected, List<Effect> effects) {
        if (effects.size() == expected) {
            return new Held("%d effects, as predicted".formatted(expected));
        }
        String found = effects.stream().map(SingleEffect::describe).collect(joining("; "));
        return new Broken("effects: expected %d, found %d%s"
                .formatted(expected, effects.size(), found.isEmpty() ? "" : ": " + found));
    }

    private static String describe(Effect effect) {
        return "operation %s by attempt %s of generation %d"
                .formatted(effect.operation(), effect.attempt(), effect.generation());
    }
}
