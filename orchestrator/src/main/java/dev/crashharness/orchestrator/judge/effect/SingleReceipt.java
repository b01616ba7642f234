package dev.crashharness.orchestrator.judge.effect;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.Expected;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A receipt is minted at random when the effect first commits, so a copy that was kept in another store than the effect
 * (idempot-dev/idempot-js#182) shows here. A cancel has a receipt of its own, minted with its cancellation.
 */
public final class SingleReceipt implements Check {
    @Override
    public String name() {
        return "single_receipt";
    }

    @Override
    public String promise() {
        return "Worker, wire and publisher know one receipt for each effect and each cancellation that is right, the same ones.";
    }

    @Override
    public Set<EventType> provesByAbsenceOf() {
        return Set.of(EventType.REQUEST, EventType.REPLY);
    }

    @Override
    public CheckResult examine(Trial trial) {
        Receipts receipts = Receipts.of(trial);
        Map<String, Set<String>> effects = receipts.ofEffects();
        Map<String, Set<String>> cancels = receipts.ofCancels();
        Optional<String> wrong = tooMany(effects, "effect", trial.ends(Expected::receipts).stream())
                .or(() -> tooMany(
                        cancels,
                        "cancellation",
                        trial.ends(end -> end.aftermath().cancellations()).stream()));
        if (wrong.isPresent()) {
            return new Broken(wrong.get());
        }
        return effects.isEmpty() && cancels.isEmpty()
                ? new NotExercised("nobody has a receipt")
                : new Held(held(effects, "effect") + (cancels.isEmpty() ? "" : "; " + held(cancels, "cancellation")));
    }

    /** Where a second one is the right outcome it has a receipt of its own, and a worker may hold either. */
    private static Optional<String> tooMany(Map<String, Set<String>> seen, String minted, Stream<Integer> allowed) {
        if (seen.size() <= 1) {
            return Optional.empty();
        }
        boolean allMinted = seen.values().stream().allMatch(who -> who.contains(minted));
        return seen.size() <= allowed.max(Integer::compare).orElse(1) && allMinted
                ? Optional.empty()
                : Optional.of("%d receipts: %s".formatted(seen.size(), seen));
    }

    private static String held(Map<String, Set<String>> seen, String minted) {
        return switch (seen.size()) {
            case 0 -> "no receipt of an " + minted;
            case 1 ->
                "one receipt, known to "
                        + String.join(", ", seen.values().iterator().next());
            default -> "%d receipts, as predicted, each of an %s".formatted(seen.size(), minted);
        };
    }
}
