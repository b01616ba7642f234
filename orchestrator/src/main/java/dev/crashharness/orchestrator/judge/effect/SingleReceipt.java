package dev.crashharness.orchestrator.judge.effect;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.judge.check.Check;
import dev.crashharness.orchestrator.judge.check.CheckResult;
import dev.crashharness.orchestrator.judge.check.CheckResult.Broken;
import dev.crashharness.orchestrator.judge.check.CheckResult.Held;
import dev.crashharness.orchestrator.judge.check.CheckResult.NotExercised;
import dev.crashharness.orchestrator.judge.check.Trial;
import dev.crashharness.orchestrator.judge.model.Expected;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A receipt is minted at random when the effect first commits, so a copy that was kept in another store than the effect
 * (idempot-dev/idempot-js#182) shows here.
 */
public final class SingleReceipt implements Check {
    private static final String EFFECT = "effect";

    @Override
    public String name() {
        return "single_receipt";
    }

    @Override
    public String promise() {
        return "Worker, wire and publisher know one receipt for each effect that is right, the same ones.";
    }

    @Override
    public CheckResult examine(Trial trial) {
        Map<String, Set<String>> seen = new TreeMap<>();
        trial.history().events(EventType.REPLY).forEach(reply -> note(seen, reply.get("receipt"), "wire"));
        trial.latest().ifPresent(copy -> {
            noteStore(seen, copy.store());
            noteLedger(seen, copy.ledger());
        });
        return switch (seen.size()) {
            case 0 -> new NotExercised("nobody has a receipt");
            case 1 ->
                new Held("one receipt, known to "
                        + String.join(", ", seen.values().iterator().next()));
            default -> several(trial, seen);
        };
    }

    /** Where a second effect is the right outcome it has a receipt of its own, and a worker may hold either. */
    private static CheckResult several(Trial trial, Map<String, Set<String>> seen) {
        int allowed =
                trial.ends(Expected::receipts).stream().max(Integer::compare).orElse(1);
        boolean allMinted = seen.values().stream().allMatch(who -> who.contains(EFFECT));
        return seen.size() <= allowed && allMinted
                ? new Held("%d receipts, as predicted, each of an effect".formatted(seen.size()))
                : new Broken("%d receipts: %s".formatted(seen.size(), seen));
    }

    private static void noteStore(Map<String, Set<String>> seen, StoreImage store) {
        store.intent().ifPresent(intent -> note(seen, intent.receipt(), "intent"));
        store.attempts().forEach(attempt -> note(seen, attempt.receipt(), "attempt"));
    }

    private static void noteLedger(Map<String, Set<String>> seen, LedgerImage ledger) {
        ledger.effects().forEach(effect -> note(seen, effect.receipt(), EFFECT));
        ledger.dedups().forEach(dedup -> note(seen, dedup.receipt(), "dedup"));
        ledger.requests().forEach(request -> note(seen, request.receipt(), "request_log"));
    }

    private static void note(Map<String, Set<String>> seen, String receipt, String who) {
        if (receipt != null && !receipt.isEmpty()) {
            seen.computeIfAbsent(receipt, key -> new TreeSet<>()).add(who);
        }
    }
}
