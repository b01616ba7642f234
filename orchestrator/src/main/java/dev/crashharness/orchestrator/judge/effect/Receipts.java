package dev.crashharness.orchestrator.judge.effect;

import dev.crashharness.orchestrator.evidence.EventType;
import dev.crashharness.orchestrator.evidence.database.LedgerImage;
import dev.crashharness.orchestrator.evidence.database.StoreImage;
import dev.crashharness.orchestrator.judge.check.Trial;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Each receipt that anybody has, and who has it.
 *
 * @param ofEffects receipts under the original operation
 * @param ofCancels receipts under an operation that cancels
 */
record Receipts(Map<String, Set<String>> ofEffects, Map<String, Set<String>> ofCancels) {
    static Receipts of(Trial trial) {
        Collector all = new Collector(cancelling(trial));
        trial.history()
                .events(EventType.REPLY)
                .forEach(reply -> all.note(reply.get("operation"), reply.get("receipt"), "wire"));
        trial.latest().ifPresent(copy -> {
            all.store(copy.store());
            all.ledger(copy.ledger());
        });
        return all.receipts;
    }

    private static Set<String> cancelling(Trial trial) {
        Set<String> operations = new HashSet<>();
        trial.cancelFrames().forEach(frame -> operations.add(frame.get("operation")));
        trial.latest().ifPresent(copy -> {
            copy.store().decided().compensation().ifPresent(row -> operations.add(row.operation()));
            Trial.cancelRequests(copy.ledger()).forEach(request -> operations.add(request.operation()));
        });
        return operations;
    }

    private static final class Collector {
        private final Set<String> cancelling;
        private final Receipts receipts = new Receipts(new TreeMap<>(), new TreeMap<>());

        private Collector(Set<String> cancelling) {
            this.cancelling = cancelling;
        }

        private void store(StoreImage store) {
            store.intent().ifPresent(intent -> note(intent.operation(), intent.receipt(), "intent"));
            store.attempts().forEach(attempt -> note(attempt.operation(), attempt.receipt(), "attempt"));
            store.decided().resolution().ifPresent(row -> note(row.operation(), row.receipt(), "resolution"));
            store.decided().compensation().ifPresent(row -> note(row.operation(), row.receipt(), "compensation"));
        }

        private void ledger(LedgerImage ledger) {
            ledger.effects().forEach(effect -> note(effect.operation(), effect.receipt(), "effect"));
            ledger.cancellations().forEach(row -> note(row.operation(), row.receipt(), "cancellation"));
            ledger.dedups().forEach(dedup -> note(dedup.operation(), dedup.receipt(), "dedup"));
            ledger.requests().forEach(request -> note(request.operation(), request.receipt(), "request_log"));
        }

        private void note(String operation, String receipt, String who) {
            if (receipt != null && !receipt.isEmpty()) {
                Map<String, Set<String>> seen =
                        cancelling.contains(operation) ? receipts.ofCancels : receipts.ofEffects;
                seen.computeIfAbsent(receipt, key -> new TreeSet<>()).add(who);
            }
        }
    }
}
