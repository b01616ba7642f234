package dev.crashharness.orchestrator.judge.effect;

import static java.util.stream.Collectors.joining;

import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Nothing lost and nothing done twice, counted where it was done: in the publisher's own database. A takeover that sends again
 * to a publisher that does not dedup makes a second effect (aws-powertools/powertools-lambda-python#1387); a refund that is
 * sent again is a second refund.
 */
public final class SingleEffect implements Check {
    /** How many of each there are. */
    private record Count(int effects, int cancellations) {}

    @Override
    public String name() {
        return "single_effect";
    }

    @Override
    public String promise() {
        return "The publisher holds exactly the effects and cancellations that its contract and the schedule lead to.";
    }

    @Override
    public boolean needsLandedFaults() {
        return true;
    }

    @Override
    public CheckResult examine(Trial trial) {
        List<Count> expected =
                trial.ends(end -> new Count(end.effects(), end.aftermath().cancellations()));
        return trial.end()
                .<CheckResult>map(copy -> compare(expected, copy.ledger()))
                .orElseGet(() -> new NotExercised("no readable ledger at the end"));
    }

    private static CheckResult compare(List<Count> expected, LedgerImage ledger) {
        Count found = new Count(ledger.effects().size(), ledger.cancellations().size());
        if (expected.contains(found)) {
            return new Held("%d effects%s, as predicted"
                    .formatted(
                            found.effects(),
                            found.cancellations() == 0 ? "" : " and " + found.cancellations() + " cancellations"));
        }
        return new Broken(differs(
                        "effects",
                        expected.stream().map(Count::effects).distinct().toList(),
                        found.effects(),
                        ledger.effects().stream()
                                .map(row -> describe(row.operation(), row.attempt(), row.generation())))
                .or(() -> differs(
                        "cancellations",
                        expected.stream().map(Count::cancellations).distinct().toList(),
                        found.cancellations(),
                        ledger.cancellations().stream()
                                .map(row -> describe(row.operation(), row.attempt(), row.generation()))))
                .orElseGet(() -> found + " is no pair that one course leads to, expected one of " + expected));
    }

    private static Optional<String> differs(String what, List<Integer> expected, int found, Stream<String> rows) {
        if (expected.contains(found)) {
            return Optional.empty();
        }
        String all = rows.collect(joining("; "));
        String allowed = expected.stream().map(String::valueOf).collect(joining(" or "));
        return Optional.of(
                "%s: expected %s, found %d%s".formatted(what, allowed, found, all.isEmpty() ? "" : ": " + all));
    }

    private static String describe(String operation, String attempt, long generation) {
        return "operation %s by attempt %s of generation %d".formatted(operation, attempt, generation);
    }
}
