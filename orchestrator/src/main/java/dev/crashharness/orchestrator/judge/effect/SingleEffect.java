package dev.crashharness.orchestrator.judge.effect;

import static java.util.stream.Collectors.joining;

import dev.crashharness.orchestrator.evidence.database.LedgerImage.Effect;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.Expected;
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
        List<Integer> expected = trial.ends(Expected::effects);
        return trial.end()
                .<CheckResult>map(copy -> compare(expected, copy.ledger().effects()))
                .orElseGet(() -> new NotExercised("no readable ledger at the end"));
    }

    private static CheckResult compare(List<Integer> expected, List<Effect> effects) {
        if (expected.contains(effects.size())) {
            return new Held("%d effects, as predicted".formatted(effects.size()));
        }
        String found = effects.stream().map(SingleEffect::describe).collect(joining("; "));
        String allowed = expected.stream().map(String::valueOf).collect(joining(" or "));
        return new Broken("effects: expected %s, found %d%s"
                .formatted(allowed, effects.size(), found.isEmpty() ? "" : ": " + found));
    }

    private static String describe(Effect effect) {
        return "operation %s by attempt %s of generation %d"
                .formatted(effect.operation(), effect.attempt(), effect.generation());
    }
}
